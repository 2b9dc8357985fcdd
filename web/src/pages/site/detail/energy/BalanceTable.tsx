// The balance of a period: where energy came from and where it went, each with its sum; both are one where all of it is measured.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { DASH, fixed, money, percent } from '../../../../format/numbers.ts';
import { usePermission } from '../../../../session/session.ts';
import { Card } from '../../../../ui/Card.tsx';
import detail from '../detail.module.css';
import classes from './balance.module.css';
import { type Side, sidesOf } from './sides.ts';

type Total = Response<'site/statistics/date'>;

const MONEY = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;
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

export function BalanceTable({ balance, money: made, currency }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { came, went, lacks } = sidesOf(balance);
  return (
    <Card title={t('report.balance')}>
      <div className={classes.balance}>
        <SideTable title={t('energy.came')} side={came} />
        <SideTable title={t('energy.went')} side={went} />
        <dl className={`${detail.pairs} num`}>
          <div>
            <dt>{t('report.ownUse')}</dt>
            <dd>{balance.ownUse.energy === null ? t('report.missing') : `${fixed(balance.ownUse.energy, 2)} kWh`}</dd>
          </div>
          <div>
            <dt>{t('report.autarchy')}</dt>
            <dd>{percent(balance.autarchy)}</dd>
          </div>
          {showsMoney &&
            made &&
            MONEY.filter((part) => made[part] !== null).map((part) => (
              <div key={part}>
                <dt>{t(`report.${part}`)}</dt>
                <dd>{money(made[part], currency)}</dd>
              </div>
            ))}
        </dl>
      </div>
      {lacks !== null && <p className={detail.hint}>{t('energy.lacks', { energy: fixed(lacks, 2) })}</p>}
    </Card>
  );
}
