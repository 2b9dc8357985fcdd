// Beside the figures of a report: where the energy came from and went, with what it brought, and what was noted.
import type { Response } from '@heliograph/contract/calls.ts';
import { EVENT_LEVELS } from '@heliograph/contract/events.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { energyOfKwh, inline, money, percent } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import classes from './detail.module.css';

type Report = Response<'site/report'>;
interface Props {
  report: Report;
}

const FLOWS = ['home', 'fromGrid', 'toGrid', 'charge', 'discharge', 'generator', 'ownUse'] as const;
/** What a plant may not have: no line without it. */
const OPTIONAL: ReadonlySet<string> = new Set(['charge', 'discharge', 'generator']);
const MONEY = ['saved', 'earned', 'importCost', 'fixedCharge'] as const;

export function ReportBalance({ report }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { balance, money: made, currency } = report;
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

export function ReportAlerts({ report }: Props) {
  const { t } = useTranslation();
  const { alerts, sid } = report;
  if (!alerts) return null;
  const isNone = EVENT_LEVELS.every((level) => alerts[level] === 0);
  return (
    <Card
      title={t('report.alerts')}
      side={
        <Link className="noPrint" {...links.siteDetail(sid, { view: 'alerts', state: 'all' })}>
          {t('report.allAlerts')}
        </Link>
      }
    >
      {isNone ? (
        <p className="muted">{t('report.noAlerts')}</p>
      ) : (
        <dl className={`${classes.pairs} num`}>
          {EVENT_LEVELS.toReversed().map((level) => (
            <div key={level}>
              <dt>{t(`report.level.${level}`)}</dt>
              <dd>
                <b>{alerts[level]}</b>
              </dd>
            </div>
          ))}
          {alerts.most.map(({ code, title, count, devices }) => (
            <div key={code}>
              <dt>{title}</dt>
              <dd>
                {t('report.times', { count })}, {t('report.atDevices', { count: devices })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
