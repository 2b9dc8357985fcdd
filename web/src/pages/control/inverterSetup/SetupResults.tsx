// Result of every device of a setup, and the reason for each skipped device.
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { reasonText, STEP_TONES, valueText } from '../../../components/parameters/words.ts';
import { links } from '../../../links.ts';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';

const SIZE = 20;
const REFETCH_MS = 5_000;

const EXPLAINED = [
  'controlIsOff',
  'commandPending',
  'commandQueueFull',
  'notControllable',
] as const satisfies ErrorName[];

function skippedText(t: TFunction, reason: string): string {
  const known = EXPLAINED.find((word) => word === reason);
  if (known) return t(`inverterSetup.why.${known}`);
  return t('inverterSetup.why.other', { code: ERROR_CODES[reason as ErrorName] });
}

export default function SetupResults({ id }: { id: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const results = useCall(
    'configuration/inverter/setupList',
    { id, page: { size: SIZE, num: page } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const { data } = results;
  if (results.error && !data) return <ErrorState error={results.error} onRetry={() => void results.refetch()} />;
  if (!data) return <RowSkeletons rows={3} height={40} />;
  const values = data.list[0]?.values ?? [];
  return (
    <>
      <table className={`${classes.review} num`}>
        <caption className="visuallyHidden">{t('inverterSetup.results')}</caption>
        <thead>
          <tr>
            {(['device', 'plant', 'result'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`inverterSetup.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.devices.map(({ sid, siteName, sn, state, reason, readBack }) => (
            <tr key={`${sid} ${sn}`}>
              <th scope="row">
                <Link {...links.parameterSetting(sid, sn)}>{sn}</Link>
              </th>
              <td>{siteName}</td>
              <td>
                <StatusDot tone={STEP_TONES[state]}>{t(`parameters.step.${state}`)}</StatusDot>
                {reason !== '' && <span className={classes.small}>{reasonText(t, reason)}</span>}
                {readBack.some((value) => value !== null) && (
                  <span className={classes.small}>
                    {t('parameters.cameBack', {
                      value: readBack.map((value, index) => valueText(value, values[index]?.unit ?? '')).join('; '),
                    })}
                  </span>
                )}
              </td>
            </tr>
          ))}
          {page === 0 &&
            data.leftOut.map(({ sid, siteName, sn, reason }) => (
              <tr key={`${sid} ${sn}`}>
                <th scope="row">
                  <Link {...links.parameterSetting(sid, sn)}>{sn}</Link>
                </th>
                <td>{siteName}</td>
                <td>
                  <StatusDot tone="warning">{t('inverterSetup.wasLeftOut')}</StatusDot>
                  <span className={classes.small}>{skippedText(t, reason)}</span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
    </>
  );
}
