// Today's balance of a home as figures: self-sufficiency, self-consumption, import, export, and what they cost and save.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { DoubtfulMark } from '../../../components/plant/Doubtful.tsx';
import classes from '../../../components/plant/plant.module.css';
import { energyOfKwh, money, percent } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Figure } from '../../../ui/Figure.tsx';

type Balance = NonNullable<Response<'site/overview'>['balance']>['today'];

export function TodayBalance({ balance, currency }: { balance: Balance; currency: string }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { autarchy, fromGrid, toGrid, money: amounts } = balance;
  const facts = [
    { label: t('plant.selfSufficiency'), figure: plain(percent(autarchy)), doubts: ['grid', 'home'] },
    { label: t('plant.selfConsumption'), figure: plain(percent(selfConsumption(balance))), doubts: ['home'] },
    { label: t('plant.import'), figure: energyOfKwh(fromGrid.energy), doubts: ['grid'] },
    { label: t('plant.export'), figure: energyOfKwh(toGrid.energy), doubts: ['grid'] },
    ...(showsMoney && amounts
      ? ([
          { label: t('plant.gridCost'), figure: plain(money(amounts.importCost, currency)), doubts: ['money'] },
          { label: t('plant.saved'), figure: plain(money(amounts.saved, currency)), doubts: ['money'] },
        ] as const)
      : []),
  ] as const;
  return (
    <section className={classes.todayBalance} aria-label={t('plant.today')}>
      {facts.map(({ label, figure, doubts }) => (
        <Figure
          key={label}
          size="sm"
          label={label}
          mark={<DoubtfulMark about={label} figures={doubts} />}
          figure={figure}
        />
      ))}
    </section>
  );
}

/** Returns the share of production that was used or stored on site, 0 to 1; null: unknown, or nothing was produced. */
const selfConsumption = ({ ownUse, production }: Balance): number | null =>
  ownUse.energy === null || !production.energy ? null : Math.min(1, ownUse.energy / production.energy);

const plain = (text: string) => ({ text, unit: '' });
