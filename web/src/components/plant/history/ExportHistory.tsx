// Requests the readings of a device or of its whole plant as a file, shows its progress, and downloads it when it is ready; after closing it remains in the list of files.
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
import { useFetchFile, useFiles, useRequestFile } from '../../files/useFiles.ts';
import { type DeviceDaysProps, TwoDays, useTwoDays } from '../../TwoDays.tsx';

interface Props extends DeviceDaysProps {
  beginsWithPlant: boolean;
}

export default function ExportHistory({ onClose, ...device }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('plant.exportReadings')} size="lg">
      {id === null ? (
        <ExportForm {...device} onClose={onClose} onRequested={setId} />
      ) : (
        <ExportProgress sid={device.sid} id={id} onClose={onClose} onRetry={() => setId(null)} />
      )}
    </Dialog>
  );
}

function ExportForm({
  sid,
  sn,
  days: shown,
  today,
  beginsWithPlant,
  onClose,
  onRequested,
}: Props & { onRequested: (id: string) => void }) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<'device' | 'plant'>(beginsWithPlant ? 'plant' : 'device');
  const days = useTwoDays(shown.start, shown.end, MAX_FILE_DAYS);
  const [start, end] = days.days;
  const [format, setFormat] = useState<HistoryFormat>('csv');
  /** Chosen devices of the plant; null for all. */
  const [sns, setSns] = useState<string[] | null>(null);
  /** Chosen quantities; null for all. */
  const [chosen, setChosen] = useState<QuantityName[] | null>(null);
  const of = scope === 'plant' ? null : sn;
  const { request, isPending, error } = useRequestFile(of);
  const fault = days.fault && t(`files.${days.fault}`, { days: full(MAX_FILE_DAYS, 0) });
  const isIncomplete = fault !== undefined || chosen?.length === 0 || (of === null && sns?.length === 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isIncomplete || isPending) return;
    request(
      { sid, sns: sns ?? [], start, end, format, quantities: chosen ?? [] },
      { onSuccess: ({ id }) => onRequested(id) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Segments
          id="file-scope"
          label={t('files.scope')}
          value={scope}
          choices={{ device: t('files.ofDevice', { sn }), plant: t('files.wholePlant') }}
          onChange={(selected) => {
            setScope(selected);
            // The plant and the device have different quantities.
            setChosen(null);
          }}
          about={t(`files.aboutScope.${scope}`)}
        />
        {of === null && <Devices sid={sid} chosen={sns} onChange={setSns} />}
        <Segments
          id="file-format"
          label={t('files.format')}
          value={format}
          choices={FORMAT_NAMES}
          onChange={setFormat}
          about={t(`files.about.${format}`)}
        />
        <TwoDays labels={[t('files.from'), t('files.to')]} days={days} max={today} fault={fault} />
        <Quantities sid={sid} sn={of} chosen={chosen} onChange={setChosen} />
        {error && <Notice kind="error">{messageOf(error, t)}</Notice>}
        <DialogButtons onCancel={onClose} loading={isPending} disabled={isIncomplete}>
          {t('files.export')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface SegmentsProps<V extends string> {
  id: string;
  label: string;
  value: V;
  choices: Record<V, string>;
  onChange: (value: V) => void;
  /** What the choice means. */
  about: string;
}

function Segments<V extends string>({ id, label, value, choices, onChange, about }: SegmentsProps<V>) {
  return (
    <div>
      <div className={classes.label} id={id}>
        {label}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        onChange={(selected) => onChange(selected as V)}
        data={Object.entries<string>(choices).map(([each, text]) => ({ value: each, label: text }))}
      />
      <p className={classes.about}>{about}</p>
    </div>
  );
}

function Devices({
  sid,
  chosen,
  onChange,
}: {
  sid: string;
  /** Null: all. */
  chosen: string[] | null;
  onChange: (chosen: string[] | null) => void;
}) {
  const { t } = useTranslation();
  const { data, error } = useCall('site/history/columns', { sid }, { enabled: chosen !== null });
  return (
    <Checkboxes
      all={t('files.allDevices')}
      label={t('files.devices')}
      options={data?.devices.map(({ sn, alias, modelName }) => ({ value: sn, label: `${alias || sn} (${modelName})` }))}
      chosen={chosen}
      onChange={onChange}
      error={error}
    />
  );
}

interface CheckboxesProps<V extends string> {
  /** Label of the box that stands for all options, and of the options. */
  all: string;
  label: string;
  /** Undefined: not loaded. */
  options: { value: V; label: string }[] | undefined;
  /** Null: all. */
  chosen: V[] | null;
  onChange: (chosen: V[] | null) => void;
  error: Error | null;
}

function Checkboxes<V extends string>({ all, label, options, chosen, onChange, error }: CheckboxesProps<V>) {
  const { t } = useTranslation();
  return (
    <div>
      <Checkbox
        label={all}
        checked={chosen === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {chosen !== null && options && (
        <fieldset className={classes.quantities} aria-label={label}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              size="xs"
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, option.value]
                    : chosen.filter((other) => other !== option.value),
                )
              }
            />
          ))}
        </fieldset>
      )}
      {error && <Notice kind="error">{messageOf(error, t)}</Notice>}
    </div>
  );
}

interface QuantitiesProps {
  sid: string;
  /** Null: all devices of the plant. */
  sn: string | null;
  /** Null: all. */
  chosen: QuantityName[] | null;
  onChange: (chosen: QuantityName[] | null) => void;
}

function Quantities({ sid, sn, chosen, onChange }: QuantitiesProps) {
  const { t } = useTranslation();
  const ofDevice = useCall(
    'device/history/columns',
    { sid, sn: sn ?? '' },
    { enabled: chosen !== null && sn !== null },
  );
  const ofPlant = useCall('site/history/columns', { sid }, { enabled: chosen !== null && sn === null });
  const { data, error } = sn === null ? ofPlant : ofDevice;
  return (
    <Checkboxes
      all={t('files.allQuantities')}
      label={t('files.quantities')}
      options={data?.list.map(({ name, title, unit }) => ({
        value: name,
        label: unit === '' ? title : `${title} (${unit})`,
      }))}
      chosen={chosen}
      onChange={onChange}
      error={error}
    />
  );
}

interface ProgressProps {
  sid: string;
  id: string;
  onClose: () => void;
  onRetry: () => void;
}

function ExportProgress({ sid, id, onClose, onRetry }: ProgressProps) {
  const { t } = useTranslation();
  const files = useFiles({ sid });
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
      {file && file.state !== 'failed' && <FileProgress file={file} label={t('files.making', { what: file.name })} />}
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
