// Cells shared by the table and the cards of the plant list: state or worst problem, power with its bar, number of reporting devices, age of the data.
import { STATUS } from '@heliograph/contract/statuses.ts';
import { useTranslation } from 'react-i18next';
import { Age, useNow } from '../../components/Age.tsx';
import { assignmentText, isOverdue } from '../../components/assignment.ts';
import { ProblemInWords } from '../../components/ProblemInWords.tsx';
import { SiteStatusBadge } from '../../components/SiteStatusBadge.tsx';
import { DASH, full } from '../../format/numbers.ts';
import { shortDay } from '../../format/times.ts';
import { deviceNames, freshnessOf, hasAlert, reportingOf, shareOf } from './figures.ts';
import classes from './SiteList.module.css';
import type { SiteRow } from './siteList.ts';

/** The worst problem in words, at night as well; without one, the state. */
export function StatusCell({ row }: { row: SiteRow }) {
  const { t } = useTranslation();
  const { problem, problems, currency, status, isNight } = row;
  const freshness = useFreshness(row);
  if (problem) {
    const beside =
      status === STATUS.offline ? t('state.offline') : isNight && freshness === 'night' ? t('state.night') : '';
    return <ProblemInWords problem={problem} currency={currency} more={problems - 1} beside={beside} />;
  }
  return (
    <>
      <div className={classes.statusLine}>
        <SiteStatusBadge status={row.status} isAsleep={row.isAsleep} isNight={row.isNight} waitsFor={row.waitsFor} />
      </div>
      {hasAlert(row) && (
        <div className="under" title={row.alertDescription}>
          <span className="num">{row.alertCode}</span> {row.alertTitle}
        </div>
      )}
    </>
  );
}

/** A thin bar that shows current power as a share of peak power. */
export function PowerBar({ row }: { row: SiteRow }) {
  const share = shareOf(row);
  const freshness = useFreshness(row);
  if (share === null) return null;
  return (
    <div className={classes.power} data-stale={freshness !== 'live' || undefined} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
    </div>
  );
}

function useFreshness(row: SiteRow) {
  return freshnessOf(row, useNow(row.lastUpdateIso));
}

/** Current power, grey once the value is too old to be live. */
export function LivePower({ row, text }: { row: SiteRow; text: string }) {
  const freshness = useFreshness(row);
  return (
    <span className={row.now === null || freshness === 'stale' || freshness === 'never' ? 'muted' : undefined}>
      {text}
    </span>
  );
}

export function Reporting({ row }: { row: SiteRow }) {
  const { t } = useTranslation();
  // Without devices there is nothing to count.
  if (row.snCount === 0) return DASH;
  return (
    <span
      className={`${classes.reporting} num`}
      data-state={reportingOf(row)}
      title={[t('sites.reportingOf', { count: row.reporting, total: full(row.snCount) }), deviceNames(row)].join('\n')}
    >
      {full(row.reporting)}/{full(row.snCount)}
    </span>
  );
}

/** Who takes care of an open problem, and until when: the job that is due first. */
export function Job({ row: { job, jobs, timezone } }: { row: SiteRow }) {
  const { t } = useTranslation();
  if (!job) return DASH;
  const isLate = isOverdue(job, timezone);
  return (
    <div title={assignmentText(job, timezone, t)}>
      {job.name}
      <div className="under num">
        <span className={isLate ? classes.overdue : undefined}>
          {t(isLate ? 'sites.jobOverdue' : 'sites.jobDue', { day: shortDay(job.dueDay) })}
        </span>
        {jobs > 1 && ` ${t('problem.moreJobs', { count: jobs - 1 })}`}
      </div>
    </div>
  );
}

/** Age of the last data, grey once it is too old to be live. */
export function LastData({ row }: { row: SiteRow }) {
  return (
    <span className={useFreshness(row) === 'live' ? undefined : 'muted'}>
      <Age at={row.lastUpdateIso} timeZone={row.timezone} />
    </span>
  );
}
