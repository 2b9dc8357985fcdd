// An amount of energy on a card: its value in money and its missing data below, its origin behind an info mark, and a mark while it is known to be wrong.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { energyLike, type FigureText, money, wireNumber } from '../format/numbers.ts';
import { usePermission } from '../session/session.ts';
import { Figure } from '../ui/Figure.tsx';
import { InfoTip } from './InfoTip.tsx';
import classes from './parts.module.css';
import { DoubtfulMark } from './plant/Doubtful.tsx';
import { lackText, provenanceText } from './provenanceText.ts';

interface Props {
  label: string;
  /** Wire value in kWh; "" for none. */
  energy: string | number | null | undefined;
  /** Energy it is compared with, in kWh: both are shown in the same unit. */
  comparedKwh?: string | number | null;
  /** Formats kWh; by default in the unit of the larger of the two energies. */
  format?: (energyKwh: number | null) => FigureText;
  provenance?: Provenance;
  /** Wire value of its revenue, and the basis of the calculation as text; omitted where money does not apply. */
  revenue?: { amount: string; currency: string; basis?: string };
  /** Additional note below. */
  note?: ReactNode;
  size?: 'lg' | 'md';
}

export function EnergyFigure({ label, energy, comparedKwh, format, provenance, revenue, note, size }: Props) {
  const { t } = useTranslation();
  const maySeeMoney = usePermission('SiteMoney');
  const lack = provenance && lackText(provenance, t);
  const hasWorth = maySeeMoney && revenue !== undefined && revenue.amount !== '';
  return (
    <Figure
      size={size}
      label={label}
      mark={
        <>
          {provenance && provenance.source !== 'none' && (
            <InfoTip about={label}>
              {provenanceText(provenance, t)}
              {hasWorth && revenue.basis && <p className={classes.basis}>{revenue.basis}</p>}
            </InfoTip>
          )}
          <DoubtfulMark about={label} figures={['production']} />
        </>
      }
      figure={format ? format(wireNumber(energy)) : energyLike(wireNumber(energy), [wireNumber(comparedKwh)])}
      note={
        <>
          {hasWorth && (
            <div className={classes.worth}>
              {money(wireNumber(revenue.amount), revenue.currency)}
              <DoubtfulMark about={label} figures={['money']} />
            </div>
          )}
          {note}
          {lack && <div>{lack}</div>}
        </>
      }
    />
  );
}
