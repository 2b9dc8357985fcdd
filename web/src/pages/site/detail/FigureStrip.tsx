// What the plant has made: yesterday, month, year, lifetime, each with money and how its data were obtained.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { provenanceText } from '../../../components/provenanceText.ts';
import { energyOfKwh, mass, money, wireNumber } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { addDays } from './days.ts';
import classes from './detail.module.css';
import { useToday } from './useToday.ts';

export function FigureStrip({ site, className = '' }: { site: Response<'site/overview'>; className?: string }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const showsBenefits = usePermission('SiteBenefits');
  const made = site.statisticsProduction;
  const yesterday = addDays(useToday(site.timezone), -1);
  // The overview says it of today, month, year and lifetime only.
  const ofYesterday = useCall('site/statistics/date', { sid: site.sid, types: 1, date: yesterday });
  const note = (amount: string, provenance?: Parameters<typeof provenanceText>[0]) => (
    <>
      {showsMoney && <div className={classes.money}>{money(wireNumber(amount), made.totalMoneyUnit)}</div>}
      {provenance && <div>{provenanceText(provenance, t)}</div>}
    </>
  );
  return (
    <Card className={className}>
      <Figure
        label={t('plant.yesterday')}
        figure={energyOfKwh(wireNumber(made.yesterday))}
        note={note(made.yesterdayMoney, ofYesterday.data?.provenance)}
      />
      <Figure
        label={t('plant.month')}
        figure={energyOfKwh(wireNumber(made.month))}
        note={note(made.monthMoney, site.provenance.month)}
      />
      <Figure
        label={t('plant.year')}
        figure={energyOfKwh(wireNumber(made.year))}
        note={note(made.yearMoney, site.provenance.year)}
      />
      <Figure
        label={t('plant.lifetime')}
        figure={energyOfKwh(wireNumber(made.total))}
        note={note(made.totalMoney, site.provenance.total)}
      />
      {showsBenefits && (
        <Figure label={t('plant.co2')} figure={mass(wireNumber(site.benefit.co2))} note={t('plant.lifetime')} />
      )}
    </Card>
  );
}
