// Cards below the figures of a report: the balance and the alerts.
import type { Response } from '@heliograph/contract/calls.ts';
import { EVENT_LEVELS, withCode } from '@heliograph/contract/events.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../../../components/plant/plant.module.css';
import { full } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { BalanceCard } from './BalanceCard.tsx';

type Report = Response<'site/report'>;
interface Props {
  report: Report;
}

const hasNoAlerts = (alerts: NonNullable<Report['alerts']>): boolean =>
  EVENT_LEVELS.every((level) => alerts[level] === 0);

/** Places balance and alerts side by side; without alerts the balance takes the full width, to avoid empty space. */
export function ReportCards({ report }: Props) {
  const { alerts, balance } = report;
  const isFullWidth = balance !== null && (!alerts || hasNoAlerts(alerts));
  return (
    <div className={isFullWidth ? classes.stack : classes.reportCards}>
      <BalanceCard
        balance={balance}
        money={report.money}
        negativePrices={report.negativePrices}
        currency={report.currency}
        isWide={isFullWidth}
      />
      <ReportAlerts report={report} />
    </div>
  );
}

function ReportAlerts({ report }: Props) {
  const { t } = useTranslation();
  const { alerts, sid } = report;
  if (!alerts) return null;
  const isEmpty = hasNoAlerts(alerts);
  return (
    <Card
      title={t('report.alerts')}
      side={
        <Link className="noPrint" {...links.siteDetail(sid, { view: 'alerts', state: 'all' })}>
          {t('report.allAlerts')}
        </Link>
      }
    >
      {isEmpty ? (
        <p className="muted">{t('report.noAlerts')}</p>
      ) : (
        <dl className={`${classes.pairs} num`}>
          {EVENT_LEVELS.toReversed().map((level) => (
            <div key={level}>
              <dt>{t(`report.level.${level}`)}</dt>
              <dd>
                <b>{full(alerts[level])}</b>
              </dd>
            </div>
          ))}
          {alerts.most.map(({ code, title, count, devices }) => (
            <div key={code}>
              <dt>{withCode(title, code)}</dt>
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
