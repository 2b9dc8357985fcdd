// Where the energy of a period came from and went, with what it brought.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { energyOfKwh, inline, money, percent } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import classes from './detail.module.css';

type Props = Pick<Response<'site/report'>, 'balance' | 'money' | 'currency'>;

const FLOWS = ['home', 'fromGrid', 'toGrid', 'charge', 'discharge', 'generator', 'ownUse'] as const;
/** What a plant may not have: no line without it. */
const OPTIONAL: ReadonlySet<string> = new Set(['charge', 'discharge', 'generator']);
const MONEY = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;

export function BalanceCard({ balance, money: made, currency }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  return (
    <Card title={t('report.balance')}>
      {!balance && <p className="muted">{t('report.noBalance')}</p>}
      <dl className={`${classes.pairs} num`}>
        {balance &&
          FLOWS.filter((flow) => balance[flow].energy !== null || !OPTIONAL.has(flow)).map((flow) => (
            <div key={flow}>
              <dt>{t(`report.${flow}`)}</dt>
              <dd>{balance[flow].energy === null ? t('report.missing') : inline(energyOfKwh(balance[flow].energy))}</dd>
            </div>
          ))}
        {balance && (
          <div>
            <dt>{t('report.autarchy')}</dt>
            <dd>{percent(balance.autarchy)}</dd>
          </div>
        )}
        {showsMoney &&
          made &&
          MONEY.filter((part) => made[part] !== null).map((part) => (
            <div key={part}>
              <dt>{t(`report.${part}`)}</dt>
              <dd>{money(made[part], currency)}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
