// The balance of a period: where energy came from and where it went, each with its sum; both are one where all of it is measured.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { DASH, fixed } from '../../../../format/numbers.ts';
import { Card } from '../../../../ui/Card.tsx';
import detail from '../detail.module.css';
import { FactList } from '../FactList.tsx';
import { useBalanceFacts } from '../useBalanceFacts.ts';
import classes from './balance.module.css';
import { hasLoadParts, LOAD_PARTS, type Side, sidesOf } from './sides.ts';

type Total = Response<'site/statistics/date'>;

const WORDS = {
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

function SideTable({ title, side }: { title: string; side: Side }) {
  const { t } = useTranslation();
  return (
    <table className={`${classes.side} num`}>
      <caption>{t('energy.inKwh', { what: title })}</caption>
      <tbody>
        {side.rows.map(({ flow, energy }) => (
          <tr key={flow}>
            <th scope="row">{t(WORDS[flow])}</th>
            <td>{energy === null ? t('report.missing') : fixed(energy, 2)}</td>
          </tr>
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
  const parts = hasLoadParts(balance)
    ? LOAD_PARTS.map((part) => [t(`report.${part}`), kWh(balance[part])] as const)
    : [];
  const { came, went, lacks } = sidesOf(balance);
  return (
    <Card title={t('report.balance')}>
      <div className={classes.balance}>
        <SideTable title={t('energy.came')} side={came} />
        <SideTable title={t('energy.went')} side={went} />
        <FactList facts={[...parts, [t('report.ownUse'), kWh(balance.ownUse)], ...sums]} />
      </div>
      {lacks !== null && <p className={detail.hint}>{t('energy.lacks', { energy: fixed(lacks, 2) })}</p>}
    </Card>
  );
}
