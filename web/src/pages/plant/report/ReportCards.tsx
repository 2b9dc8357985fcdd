// Beside the figures of a report: where the energy came from and went, with what it brought, and what was noted.
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

const isNothing = (alerts: NonNullable<Report['alerts']>): boolean =>
  EVENT_LEVELS.every((level) => alerts[level] === 0);

/** Beside each other where both say much; a balance beside one line would stand beside a void. */
export function ReportCards({ report }: Props) {
  const { alerts, balance } = report;
  const isAlone = balance !== null && (!alerts || isNothing(alerts));
  return (
    <div className={isAlone ? classes.stack : classes.reportCards}>
      <BalanceCard
        balance={balance}
        money={report.money}
        negativePrices={report.negativePrices}
        currency={report.currency}
        isWide={isAlone}
      />
      <ReportAlerts report={report} />
    </div>
  );
}

function ReportAlerts({ report }: Props) {
  const { t } = useTranslation();
  const { alerts, sid } = report;
  if (!alerts) return null;
  const isNone = isNothing(alerts);
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
