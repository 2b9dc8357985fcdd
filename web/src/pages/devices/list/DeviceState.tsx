// State of a device in a row or card: its worst problem in words, else its status with the alert that it reports.
import { STATUS } from '@heliograph/contract/statuses.ts';
import { useTranslation } from 'react-i18next';
import { ProblemInWords } from '../../../components/ProblemInWords.tsx';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { type DeviceRow, hasAlert } from './deviceList.ts';

export function DeviceState({ row }: { row: DeviceRow }) {
  const { t } = useTranslation();
  const { problem, currency, status, isAsleep } = row;
  if (problem) {
    const beside = status === STATUS.offline ? t('state.offline') : isAsleep ? t('state.asleep') : '';
    // The cost of a problem that several devices share is not that of this one.
    const shown = problem.devices === 1 ? problem : { ...problem, weekKwh: null };
    return <ProblemInWords problem={shown} currency={currency} beside={beside} />;
  }
  return (
    <>
      <SiteStatusBadge status={status} isAsleep={isAsleep} />
      {hasAlert(row) && (
        <div className="under" title={row.alertDescription}>
          <span className="num">{row.alertCode}</span> {row.alertTitle}
        </div>
      )}
    </>
  );
}
