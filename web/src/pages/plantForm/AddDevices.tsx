// Dialog that adds devices to an existing plant, like the wizard's second step, or microinverters to one of its gateways.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button, Group, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { addTexts } from '../../i18n/start.ts';
import { retry } from '../../offline/browserOutbox.ts';
import type { Entry } from '../../offline/outbox.ts';
import { useQueuedChange } from '../../offline/useQueuedChange.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DeviceList } from './DeviceList.tsx';
import { areReady, devicesOf, inputsOf, type NewDevice, toAdd, toAddUnder, type WaitingDevice } from './devices.ts';
import { useLookups } from './useLookups.ts';

const ClaimDialog = lazyPart(
  async () => (await Promise.all([import('./ownership/ClaimDialog.tsx'), addTexts(['ownership'])]))[0],
);

interface Props {
  opened: boolean;
  sid: string;
  version: number;
  /** Gateway to which microinverters are attached before it announces them; undefined: any devices. */
  gatewaySn?: string | undefined;
  /** A registration that waits or was refused, to be corrected; undefined: a new one. */
  entry?: Entry;
  onClose: () => void;
  /** `credentials`: passwords of devices that sign in over MQTT, which the server returns only once. */
  onAdded: (serialNumbers: string[], version: number, credentials: Credential[]) => void;
}

export function AddDevices(props: Props) {
  const { t } = useTranslation();
  const [start] = useState(() => (props.entry ? devicesOf(registeredDevices(props.entry)) : []));
  const [devices, setDevices] = useState<NewDevice[]>(start);
  const close = () => {
    setDevices([]);
    props.onClose();
  };
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={props.gatewaySn === undefined ? t('edit.addDevices') : t('edit.addUnder', { sn: props.gatewaySn })}
      hasUnsaved={devices !== start && devices.length > 0}
      size={760}
    >
      <AddDevicesForm
        {...props}
        devices={devices}
        setDevices={setDevices}
        onClose={close}
        onAdded={(...added) => {
          setDevices([]);
          props.onAdded(...added);
        }}
      />
    </Dialog>
  );
}

/** Returns the devices of a registration that waits. */
export const registeredDevices = ({ body }: Entry): WaitingDevice[] => (body.sn ?? body.devices) as WaitingDevice[];

interface FormProps extends Props {
  devices: NewDevice[];
  setDevices: (devices: NewDevice[]) => void;
}

function AddDevicesForm({ sid, version, gatewaySn, entry, devices, setDevices, onClose, onAdded }: FormProps) {
  const { t } = useTranslation();
  const allLookups = useLookups(devices.map(({ sn }) => sn));
  const products = allLookups.products.filter(({ kind }) => gatewaySn === undefined || kind === 'microinverter');
  const pages = useCall('device/modules/page', { sid }, { enabled: gatewaySn !== undefined });
  const lookups = { ...allLookups, products };
  // Already cached by the form.
  const site = useCall('site/detail', { sid }, { enabled: entry === undefined });
  const place = () => site.data?.siteName ?? sid;
  const add = useQueuedChange('site/updateFast', place);
  const addUnder = useQueuedChange('device/modules/add', place);
  const { error, isPending } = gatewaySn === undefined ? add : addUnder;
  const attachedDevice = (device: NewDevice) => {
    const lookup = lookups.bySn.get(device.sn);
    return toAddUnder(device, lookup, inputsOf(device, lookup, lookups.products));
  };
  const [claimedSn, setClaimedSn] = useState<string | null>(null);
  // The message names the numbers that cannot be added.
  const failed =
    error instanceof ApiError && error.code === ERROR_CODES.serialNumberFailed
      ? devices.filter(({ sn }) => error.message.includes(sn))
      : [];
  const send = () => {
    const sns = devices.map(({ sn }) => sn);
    const sn = devices.map((device) => toAdd(device, lookups.bySn.get(device.sn)));
    if (entry) {
      void retry(entry, gatewaySn === undefined ? { sn } : { devices: devices.map(attachedDevice) });
      onClose();
    } else if (gatewaySn === undefined)
      // Without the version, as added devices overwrite nothing that someone else has changed.
      add.mutate(
        { sid, sn },
        {
          onSuccess(answer) {
            if (!answer) return onClose();
            // Of a version that skips another one, the form has not seen all changes.
            onAdded(sns, answer.version === version + 1 ? answer.version : version, answer.credentials);
          },
        },
      );
    // Devices attached to a gateway have no credentials, and the version of the plant does not change.
    else
      addUnder.mutate(
        { sid, gatewaySn, devices: devices.map(attachedDevice) },
        { onSuccess: (answer) => (answer ? onAdded(sns, version, []) : onClose()) },
      );
  };
  return (
    <Stack gap="md">
      {gatewaySn !== undefined && <p className="muted">{t('edit.addUnderText')}</p>}
      <DeviceList
        devices={devices}
        lookups={lookups}
        onChange={setDevices}
        {...(gatewaySn !== undefined && { pages: pages.data?.list ?? [] })}
      />
      {entry?.state === 'refused' && <Notice kind="error">{entry.reason}</Notice>}
      {error && <Notice kind="error">{messageOf(error, t)}</Notice>}
      {failed.length > 0 && (
        <Group gap="xs">
          {failed.map(({ sn }) => (
            <Button key={sn} size="xs" variant="default" onClick={() => setClaimedSn(sn)}>
              {t('edit.proveOwnership', { sn })}
            </Button>
          ))}
        </Group>
      )}
      {claimedSn !== null && (
        <Suspense>
          <ClaimDialog
            sid={sid}
            sn={claimedSn}
            onClose={() => setClaimedSn(null)}
            onSent={() => setDevices(devices.filter((device) => device.sn !== claimedSn))}
          />
        </Suspense>
      )}
      <DialogButtons
        onCancel={onClose}
        disabled={devices.length === 0 || !areReady(devices, lookups)}
        loading={isPending}
        onClick={send}
      >
        {t('edit.addCount', { count: devices.length })}
      </DialogButtons>
    </Stack>
  );
}
