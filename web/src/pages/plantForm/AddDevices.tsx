// Dialog that adds devices to an existing plant, like the wizard's second step, or microinverters to one of its gateways.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button, Group, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { addTexts } from '../../i18n/start.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DeviceList } from './DeviceList.tsx';
import { inputsOf, type NewDevice, stateOf, toAdd, toAddUnder } from './devices.ts';
import { useLookups } from './useLookups.ts';

const ClaimDialog = lazyPart(
  async () => (await Promise.all([import('./ownership/ClaimDialog.tsx'), addTexts(['ownership'])]))[0],
);

const INVALIDATED_CALLS = [
  ...(['device/list', 'site/listWithSN', 'site/overview', 'device/list/noReg'] as const),
  ...(['device/connection', 'site/modules', 'site/modules/page', 'device/modules'] as const),
];

interface Props {
  opened: boolean;
  sid: string;
  version: number;
  /** Gateway to which microinverters are attached before it announces them; undefined: any devices. */
  gatewaySn?: string | undefined;
  onClose: () => void;
  /** `credentials`: passwords of devices that sign in over MQTT, which the server returns only once. */
  onAdded: (serialNumbers: string[], version: number, credentials: Credential[]) => void;
}

export function AddDevices(props: Props) {
  const { t } = useTranslation();
  const [devices, setDevices] = useState<NewDevice[]>([]);
  const close = () => {
    setDevices([]);
    props.onClose();
  };
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={props.gatewaySn === undefined ? t('edit.addDevices') : t('edit.addUnder', { sn: props.gatewaySn })}
      hasUnsaved={devices.length > 0}
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

interface FormProps extends Props {
  devices: NewDevice[];
  setDevices: (devices: NewDevice[]) => void;
}

function AddDevicesForm({ sid, version, gatewaySn, devices, setDevices, onClose, onAdded }: FormProps) {
  const { t } = useTranslation();
  const allLookups = useLookups(devices.map(({ sn }) => sn));
  const products = allLookups.products.filter(({ kind }) => gatewaySn === undefined || kind === 'microinverter');
  const pages = useCall('device/modules/page', { sid }, { enabled: gatewaySn !== undefined });
  const lookups = { ...allLookups, products };
  const add = useChange('site/updateFast', INVALIDATED_CALLS);
  const addUnder = useChange('device/modules/add', INVALIDATED_CALLS);
  const { error, isPending } = gatewaySn === undefined ? add : addUnder;
  const isReady = devices.every((device) => stateOf(device, lookups.bySn.get(device.sn)) === 'ready');
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
    if (gatewaySn === undefined)
      add.mutate(
        { sid, version, sn: devices.map((device) => toAdd(device, lookups.bySn.get(device.sn))) },
        { onSuccess: (answer) => onAdded(sns, answer.version, answer.credentials) },
      );
    // Devices attached to a gateway have no credentials, and the version of the plant does not change.
    else
      addUnder.mutate(
        { sid, gatewaySn, devices: devices.map(attachedDevice) },
        { onSuccess: () => onAdded(sns, version, []) },
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
      <DialogButtons onCancel={onClose} disabled={devices.length === 0 || !isReady} loading={isPending} onClick={send}>
        {t('edit.addCount', { count: devices.length })}
      </DialogButtons>
    </Stack>
  );
}
