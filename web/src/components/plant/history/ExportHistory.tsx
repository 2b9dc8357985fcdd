// Requests a device's readings as a file, shows its progress, and downloads it when it is ready; after closing it remains in the list of files.
import '@mantine/core/styles/Checkbox.layer.css';
import type { HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import { MAX_FILE_DAYS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { full } from '../../../format/numbers.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { FileProgress } from '../../files/FileList.tsx';
import classes from '../../files/files.module.css';
import { FORMAT_NAMES } from '../../files/fileTexts.ts';
import { useFetchFile, useFiles } from '../../files/useFiles.ts';
import { type DeviceDaysProps, TwoDays, useTwoDays } from '../../TwoDays.tsx';

export default function ExportHistory({ onClose, ...device }: DeviceDaysProps) {
  const { t } = useTranslation();
  const [id, setId] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('files.exportOf', { sn: device.sn })} size="lg">
      {id === null ? (
        <ExportForm {...device} onClose={onClose} onRequested={setId} />
      ) : (
        <ExportProgress sid={device.sid} sn={device.sn} id={id} onClose={onClose} onRetry={() => setId(null)} />
      )}
    </Dialog>
  );
}

function ExportForm({
  sid,
  sn,
  days: shown,
  today,
  onClose,
  onRequested,
}: DeviceDaysProps & { onRequested: (id: string) => void }) {
  const { t } = useTranslation();
  const days = useTwoDays(shown.start, shown.end, MAX_FILE_DAYS);
  const [start, end] = days.days;
  const [format, setFormat] = useState<HistoryFormat>('csv');
  /** Chosen quantities; null for all. */
  const [chosen, setChosen] = useState<QuantityName[] | null>(null);
  const columns = useCall('device/history/columns', { sid, sn }, { enabled: chosen !== null });
  const request = useChange('device/history/files/ask', ['device/history/files']);
  const fault = days.fault && t(`files.${days.fault}`, { days: full(MAX_FILE_DAYS, 0) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault || chosen?.length === 0 || request.isPending) return;
    request.mutate(
      { sid, sn, start, end, format, quantities: chosen ?? [] },
      { onSuccess: ({ id }) => onRequested(id) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>
          <div className={classes.label} id="file-format">
            {t('files.format')}
          </div>
          <SegmentedControl
            aria-labelledby="file-format"
            value={format}
            onChange={(selected) => setFormat(selected as HistoryFormat)}
            data={Object.entries(FORMAT_NAMES).map(([value, label]) => ({ value, label }))}
          />
          <p className={classes.about}>{t(`files.about.${format}`)}</p>
        </div>
        <TwoDays labels={[t('files.from'), t('files.to')]} days={days} max={today} fault={fault} />
        <div>
          <Checkbox
            label={t('files.allQuantities')}
            checked={chosen === null}
            onChange={(event) => setChosen(event.currentTarget.checked ? null : [])}
          />
          {chosen !== null && columns.data && (
            <fieldset className={classes.quantities} aria-label={t('files.quantities')}>
              {columns.data.list.map(({ name, title, unit }) => (
                <Checkbox
                  key={name}
                  size="xs"
                  label={unit === '' ? title : `${title} (${unit})`}
                  checked={chosen.includes(name)}
                  onChange={(event) =>
                    setChosen(
                      event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
          {columns.error && <Notice kind="error">{messageOf(columns.error, t)}</Notice>}
        </div>
        {request.error && <Notice kind="error">{messageOf(request.error, t)}</Notice>}
        <DialogButtons
          onCancel={onClose}
          loading={request.isPending}
          disabled={chosen?.length === 0 || fault !== undefined}
        >
          {t('files.export')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface ProgressProps {
  sid: string;
  sn: string;
  id: string;
  onClose: () => void;
  onRetry: () => void;
}

function ExportProgress({ sid, sn, id, onClose, onRetry }: ProgressProps) {
  const { t } = useTranslation();
  const files = useFiles({ sid, sn });
  const file = files.data?.list.find((each) => each.id === id);
  const fetching = useFetchFile();
  const remove = useChange('device/history/files/remove', ['device/history/files']);
  const isDownloadStarted = useRef(false);
  useEffect(() => {
    if (file?.state !== 'ready' || isDownloadStarted.current) return;
    isDownloadStarted.current = true;
    fetching.mutate(file, { onSettled: onClose });
  }, [file, fetching, onClose]);
  return (
    <Stack gap="md">
      {file && file.state !== 'failed' && (
        <div role="status">
          <FileProgress file={file} label={t('files.making', { what: file.name })} />
        </div>
      )}
      {file?.state === 'failed' ? (
        <Notice kind="error">{file.failureText}</Notice>
      ) : (
        <p className="muted">{t('files.mayLeave')}</p>
      )}
      {files.error && <Notice kind="error">{messageOf(files.error, t)}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id }, { onSettled: file?.state === 'failed' ? onRetry : onClose })}
        >
          {t(file?.state === 'failed' ? 'files.again' : 'files.cancel')}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}
