// Dialogs that release a device, move it to another plant, or replace it by another device. Each explains what happens to its history.

import '@mantine/core/styles/Radio.layer.css';
import type { Response } from '@heliograph/contract/calls.ts';
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { type ChosenPlant, PlantSelect } from '../../components/PlantSelect.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { ScanButton } from '../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../components/scan/useScanned.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastDone } from '../../ui/toast.tsx';

export type Device = Response<'device/list'>['list'][number];
export type RemovalChoice = 'release' | 'move' | 'replace';

const INVALIDATED_CALLS = ['device/list', 'site/listWithSN', 'site/overview'] as const;
const MAX_REASON_LENGTH = 500;

interface Props {
  device: Device;
  /** Number of devices attached to it. */
  childCount: number;
  action: RemovalChoice;
  onClose: () => void;
  /** Receives the passwords of the replacement, which are shown only once. */
  onReplaced: (credentials: Credential[]) => void;
}

export default function RemoveDevice({ action, ...props }: Props) {
  const { t } = useTranslation();
  const { device, onClose } = props;
  const Form = { release: ReleaseForm, move: MoveForm, replace: ReplaceForm }[action];
  return (
    <Dialog opened onClose={onClose} title={t(`edit.leaves.${action}Title`, { sn: device.sn })}>
      <Form {...props} />
    </Dialog>
  );
}

type FormProps = Omit<Props, 'action'>;

function Frame(props: {
  onSubmit: () => void;
  onClose: () => void;
  error: Error | null;
  isBusy: boolean;
  button: string;
  isDangerous?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.isBusy) props.onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {props.children}
        {props.error && <Notice kind="error">{messageOf(props.error, t)}</Notice>}
        <DialogButtons onCancel={props.onClose} loading={props.isBusy} {...(props.isDangerous ? { color: 'red' } : {})}>
          {props.button}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function ReleaseForm({ device: { sid, sn }, childCount, onClose }: FormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [childrenAction, setChildrenAction] = useState<'stay' | 'go'>('stay');
  const release = useChange('device/delete', INVALIDATED_CALLS);
  const send = () =>
    release.mutate(
      { sid, sn, reason, children: childrenAction },
      {
        onSuccess: ({ removed }) => {
          toastDone(t('edit.leaves.released', { count: removed.length, sn }));
          onClose();
        },
      },
    );
  return (
    <Frame
      onSubmit={send}
      onClose={onClose}
      error={release.error}
      isBusy={release.isPending}
      button={t('edit.leaves.release')}
      isDangerous
    >
      <p className="muted">{t('edit.leaves.releaseText', { sn })}</p>
      {childCount > 0 && (
        <Radio.Group
          label={t('edit.leaves.children', { count: childCount })}
          value={childrenAction}
          onChange={(selected) => setChildrenAction(selected as typeof childrenAction)}
        >
          <Stack gap={8} mt={4}>
            <Radio value="stay" label={t('edit.leaves.childrenStay')} />
            <Radio value="go" label={t('edit.leaves.childrenGo')} />
          </Stack>
        </Radio.Group>
      )}
      <ReasonField label={t('edit.leaves.reason')} maxLength={MAX_REASON_LENGTH} value={reason} onChange={setReason} />
    </Frame>
  );
}

function MoveForm({ device: { sid, sn }, childCount, onClose }: FormProps) {
  const { t } = useTranslation();
  const [plant, setPlant] = useState<ChosenPlant | null>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const move = useChange('device/move', INVALIDATED_CALLS);
  const send = () => {
    setSubmitted(true);
    if (!plant) return;
    move.mutate(
      { sid, sn, to: plant.sid },
      {
        onSuccess: ({ moved }) => {
          toastDone(t('edit.leaves.moved', { count: moved.length, sn, plant: plant.siteName }));
          onClose();
        },
      },
    );
  };
  return (
    <Frame onSubmit={send} onClose={onClose} error={move.error} isBusy={move.isPending} button={t('edit.leaves.move')}>
      <p className="muted">
        {t('edit.leaves.moveText', { sn })}
        {childCount > 0 && ` ${t('edit.leaves.moveChildren', { count: childCount })}`}
      </p>
      <PlantSelect
        searching={t('edit.searchingPlants')}
        label={t('edit.leaves.toPlant')}
        placeholder={t('edit.choosePlant')}
        value={plant}
        onChange={setPlant}
        excludedSid={sid}
      />
      {wasSubmitted && !plant && <Notice kind="error">{t('edit.leaves.plantNeeded')}</Notice>}
    </Frame>
  );
}

function ReplaceForm({ device: { sid, sn, modelName }, childCount, onClose, onReplaced }: FormProps) {
  const { t } = useTranslation();
  const [replacement, setReplacement] = useState('');
  const [reason, setReason] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const replace = useChange('device/replace', INVALIDATED_CALLS);
  const serialNumber = replacement.trim().toUpperCase();
  const isSerialNumber = SERIAL_NUMBER.test(serialNumber);
  const send = () => {
    setSubmitted(true);
    if (!isSerialNumber) return;
    replace.mutate(
      { sid, sn, by: serialNumber, reason },
      {
        onSuccess: ({ credentials }) => {
          toastDone(t('edit.leaves.replaced', { sn, by: serialNumber }));
          onReplaced(credentials);
          onClose();
        },
      },
    );
  };
  /** Takes the last of the scanned numbers. */
  const onScanned = (numbers: readonly string[]): Outcome[] => {
    setReplacement(numbers.at(-1)!);
    return numbers.map(() => ({ tone: 'ok', text: t('scan.entered') }));
  };
  return (
    <Frame
      onSubmit={send}
      onClose={onClose}
      error={replace.error}
      isBusy={replace.isPending}
      button={t('edit.leaves.replace')}
    >
      <p className="muted">
        {t('edit.leaves.replaceText', { sn, model: modelName })}
        {childCount > 0 && ` ${t('edit.leaves.replaceChildren', { count: childCount })}`}
      </p>
      <TextInput
        label={t('edit.leaves.by')}
        withAsterisk
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
        inputContainer={(field) => (
          <Group gap="xs" wrap="nowrap">
            <div style={{ flex: 1 }}>{field}</div>
            <ScanButton
              isOneByOne
              hint={t('edit.leaves.scanBy')}
              leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
              onNumbers={onScanned}
            >
              {t('edit.scan')}
            </ScanButton>
          </Group>
        )}
        error={wasSubmitted && !isSerialNumber ? t('edit.leaves.byNeeded') : undefined}
      />
      <ReasonField label={t('edit.leaves.reason')} maxLength={MAX_REASON_LENGTH} value={reason} onChange={setReason} />
    </Frame>
  );
}
