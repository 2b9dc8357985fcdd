// An amount of energy on a card: what it is worth and what is missing of its data below, where it comes from behind a mark.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { energyLike, money, wireNumber } from '../format/numbers.ts';
import { usePermission } from '../session/session.ts';
import { Figure } from '../ui/Figure.tsx';
import { InfoTip } from './InfoTip.tsx';
import classes from './parts.module.css';
import { lackText, provenanceText } from './provenanceText.ts';

interface Props {
  label: string;
  /** As on the wire, kWh; "" for none. */
  energy: string | number | null | undefined;
  /** Of what it is compared with: both are told in one unit. */
  besideKwh?: string | number | null;
  provenance?: Provenance;
  /** As on the wire, and what it stands on, in words; left out where money says nothing. */
  worth?: { amount: string; currency: string; basis?: string };
  /** More, below. */
  note?: ReactNode;
  size?: 'lg' | 'md';
}

export function EnergyFigure({ label, energy, besideKwh, provenance, worth, note, size }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const lack = provenance && lackText(provenance, t);
  const isWorth = showsMoney && worth !== undefined && worth.amount !== '';
  return (
    <Figure
      size={size}
      label={label}
      mark={
        provenance &&
        provenance.source !== 'none' && (
          <InfoTip about={label}>
            {provenanceText(provenance, t)}
            {isWorth && worth.basis && <p className={classes.basis}>{worth.basis}</p>}
          </InfoTip>
        )
      }
      figure={energyLike(wireNumber(energy), [wireNumber(besideKwh)])}
      note={
        <>
          {isWorth && <div className={classes.worth}>{money(wireNumber(worth.amount), worth.currency)}</div>}
          {note}
          {lack && <div>{lack}</div>}
        </>
      }
    />
  );
}
