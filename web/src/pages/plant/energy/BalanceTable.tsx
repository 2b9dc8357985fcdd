// The balance of a period: sources and uses of energy, each with its sum. The sums are equal where every flow is measured.
import type { Response } from '@heliograph/contract/calls.ts';
import { isNegativeBeyondError } from '@heliograph/contract/flows.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { DoubtfulMark, figureOfFlow } from '../../../components/plant/Doubtful.tsx';
import { FactList } from '../../../components/plant/FactList.tsx';
import detail from '../../../components/plant/plant.module.css';
import { DASH, fixed } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import { useBalanceFacts } from '../report/useBalanceFacts.ts';
import classes from './balance.module.css';
import { hasLoadParts, LOAD_PARTS, type Side, sidesOf } from './sides.ts';

type Total = Response<'site/statistics/date'>;

const LABELS = {
  production: 'chart.line.production',
  fromGrid: 'report.fromGrid',
  discharge: 'report.discharge',
  generator: 'report.generator',
  home: 'report.home',
  toGrid: 'report.toGrid',
  charge: 'report.charge',
} as const;

interface Props {
  balance: NonNullable<Total['balance']>;
  money: Total['money'];
  negativePrices: Total['negativePrices'];
  currency: string;
}

/** `loadBalance`: the balance with the parts of home consumption, listed below it and not added to the sum. */
function SideTable({ title, side, loadBalance }: { title: string; side: Side; loadBalance?: Props['balance'] }) {
  const { t } = useTranslation();
  const energyText = (energy: number | null) => (energy === null ? t('report.missing') : fixed(energy, 2));
  return (
    <table className={`${classes.side} num`}>
      <caption>{t('energy.inKwh', { what: title })}</caption>
      <tbody>
        {side.rows.map(({ flow, energy }) => (
          <Fragment key={flow}>
            <tr>
              <th scope="row">
                {t(LABELS[flow])}
                <DoubtfulMark about={t(LABELS[flow])} figures={figureOfFlow(flow)} />
              </th>
              <td>{energyText(energy)}</td>
            </tr>
            {flow === 'home' &&
              loadBalance &&
              LOAD_PARTS.map((part) => (
                <tr key={part} className={classes.part}>
                  <th scope="row">
                    {t(`report.${part}`)}
                    <DoubtfulMark about={t(`report.${part}`)} figures={figureOfFlow(part)} />
                  </th>
                  <td>{energyText(loadBalance[part].energy)}</td>
                </tr>
              ))}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('energy.sum')}</th>
          <td>{side.sum === null ? DASH : fixed(side.sum, 2)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

export function BalanceTable(props: Props) {
  const { balance } = props;
  const { t } = useTranslation();
  const sums = useBalanceFacts(props);
  const kWh = ({ energy }: { energy: number | null }): string =>
    energy === null ? t('report.missing') : `${fixed(energy, 2)} kWh`;
  const { sources, uses, differenceKwh } = sidesOf(balance);
  return (
    <Card title={t('report.balance')}>
      <div className={classes.balance}>
        <SideTable title={t('energy.came')} side={sources} />
        <SideTable title={t('energy.went')} side={uses} loadBalance={hasLoadParts(balance) ? balance : undefined} />
        <FactList facts={[[t('report.ownUse'), kWh(balance.ownUse), ['home']], ...sums]} />
      </div>
      {isNegativeBeyondError(balance.home) && <p className={detail.hint}>{t('report.belowNothing')}</p>}
      {differenceKwh !== null && (
        <p className={detail.hint}>{t('energy.lacks', { energy: fixed(differenceKwh, 2) })}</p>
      )}
    </Card>
  );
}
