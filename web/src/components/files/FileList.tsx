// Requested export files of samples, with their progress and actions.
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { full } from '../../format/numbers.ts';
import { dayText, whenText } from '../../format/times.ts';
import { toastFailed } from '../../ui/toast.tsx';
import classes from './files.module.css';
import { FORMAT_NAMES, sizeOf } from './fileTexts.ts';
import { type HistoryFile, useFetchFile, useRequestFile } from './useFiles.ts';

interface Props {
  files: readonly HistoryFile[];
  /** Shows the names of plants and devices, for files of several of them. */
  withNames?: boolean;
}

export function FileList({ files, withNames = false }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.files} aria-label={t('files.title')}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} withNames={withNames} />
      ))}
    </ul>
  );
}

function FileRow({ file, withNames }: { file: HistoryFile; withNames: boolean }) {
  const { t } = useTranslation();
  const fetching = useFetchFile();
  const remove = useChange('device/history/files/remove', ['device/history/files']);
  const { id, sid, sn, alias, sns, deviceCount, start, end, format, state, quantities } = file;
  const again = useRequestFile(sn);
  const days = start === end ? dayText(start) : t('files.days', { start: dayText(start), end: dayText(end) });
  // On the page of a device, its own files need no name.
  const wholePlant = sn === null && t(sns.length > 0 ? 'files.devicesOf' : 'files.plantOf', { count: deviceCount });
  const name = wholePlant || (withNames && (alias || sn));
  const description = [FORMAT_NAMES[format], name, days].filter(Boolean).join(', ');
  const fail = { onError: (error: Error) => toastFailed(messageOf(error, t)) };
  const requestAgain = () =>
    again.request({ sid, sns, start, end, format, quantities }, { ...fail, onSuccess: () => remove.mutate({ id }) });
  const isInProgress = state === 'waiting' || state === 'running';
  return (
    <li className={classes.file}>
      <div className={classes.what}>
        <b>{FORMAT_NAMES[format]}</b> {name && <span className={classes.device}>{name}</span>}{' '}
        <span className="num">{days}</span>
        {withNames && <div className="muted">{file.siteName}</div>}
        {quantities.length > 0 && (
          <div className="muted">{t('files.someQuantities', { count: quantities.length })}</div>
        )}
      </div>
      <div className={classes.state}>
        {isInProgress && <FileProgress file={file} label={t('files.making', { what: description })} />}
        {state === 'ready' && (
          <span className="muted num">
            {t('files.readyUntil', {
              size: sizeOf(file.bytes),
              when: whenText(Date.parse(file.untilIso!), Date.now()),
            })}
          </span>
        )}
        {state === 'failed' && <span className={classes.failed}>{file.failureText}</span>}
      </div>
      <div className={classes.actions}>
        {state === 'ready' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate(file)}
            aria-label={t('files.downloadOf', { what: description })}
          >
            {t('files.download')}
          </Button>
        )}
        {state === 'failed' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            loading={again.isPending || remove.isPending}
            onClick={requestAgain}
            aria-label={t('files.againOf', { what: description })}
          >
            {t('files.again')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          loading={remove.isPending}
          onClick={() => remove.mutate({ id }, fail)}
          aria-label={t(isInProgress ? 'files.cancelOf' : 'files.removeOf', { what: description })}
          title={t(isInProgress ? 'files.cancel' : 'files.remove')}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

/** Progress of a file in days of its range, or in devices of a whole plant. */
export function FileProgress({ file, label }: { file: HistoryFile; label: string }) {
  const { t } = useTranslation();
  const { sn, state, doneDays, days, deviceCount } = file;
  const progress =
    sn === null
      ? t('files.deviceProgress', {
          done: full(Math.floor((doneDays / days) * deviceCount), 0),
          devices: full(deviceCount, 0),
          count: deviceCount,
        })
      : t('files.progress', { done: full(doneDays, 0), days: full(days, 0), count: days });
  return (
    <div className={`${classes.progress} num`}>
      <progress value={doneDays} max={days} aria-label={label} />
      <span>{state === 'waiting' ? t('files.waiting') : progress}</span>
    </div>
  );
}
