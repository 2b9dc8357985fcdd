// Adds devices to an existing plant in a dialog: the wizard's second step by itself; or microinverters under one of its gateways.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DeviceList } from './DeviceList.tsx';
import { inputsOf, type NewDevice, stateOf, toAdd, toAddUnder } from './devices.ts';
import { useLookups } from './useLookups.ts';

const MAKES_OLD = [
  ...(['device/list', 'site/listWithSN', 'site/overview', 'device/list/noReg'] as const),
  ...(['device/connection', 'site/modules', 'site/modules/page', 'device/modules'] as const),
];

interface Props {
  opened: boolean;
  sid: string;
  version: number;
  /** Microinverters that hang on this gateway, before it announces them; left out: any devices. */
  gatewaySn?: string | undefined;
  onClose: () => void;
  /** `credentials`: of those that sign in over MQTT; they are answered this once. */
  onAdded: (serialNumbers: string[], version: number, credentials: Credential[]) => void;
}

export function AddDevices(props: Props) {
  const { t } = useTranslation();
  const [devices, setDevices] = useState<NewDevice[]>([]);
  const [asksLeave, setAsksLeave] = useState(false);
  const end = () => {
    setDevices([]);
    setAsksLeave(false);
  };
  const close = () => {
    end();
    props.onClose();
  };
  return (
    <>
      <Dialog
        opened={props.opened}
        onClose={() => (devices.length > 0 ? setAsksLeave(true) : close())}
        title={props.gatewaySn === undefined ? t('edit.addDevices') : t('edit.addUnder', { sn: props.gatewaySn })}
        size={760}
      >
        <AddDevicesForm
          {...props}
          devices={devices}
          setDevices={setDevices}
          onClose={close}
          onAdded={(...added) => {
            end();
            props.onAdded(...added);
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={asksLeave}
        onClose={() => setAsksLeave(false)}
        onConfirm={close}
        title={t('form.leaveTitle')}
        text={t('form.leaveText')}
        confirmLabel={t('form.leave')}
      />
    </>
  );
}

interface FormProps extends Props {
  devices: NewDevice[];
  setDevices: (devices: NewDevice[]) => void;
}

function AddDevicesForm({ sid, version, gatewaySn, devices, setDevices, onClose, onAdded }: FormProps) {
  const { t } = useTranslation();
  const found = useLookups(devices.map(({ sn }) => sn));
  const ofKind = found.products.filter(({ kind }) => gatewaySn === undefined || kind === 'microinverter');
  const pages = useCall('device/modules/page', { sid }, { enabled: gatewaySn !== undefined });
  const lookups = { ...found, products: ofKind };
  const add = useChange('site/updateFast', MAKES_OLD);
  const addUnder = useChange('device/modules/add', MAKES_OLD);
  const { error, isPending } = gatewaySn === undefined ? add : addUnder;
  const isReady = devices.every((device) => stateOf(device, lookups.bySn.get(device.sn)) === 'ready');
  const under = (device: NewDevice) => {
    const lookup = lookups.bySn.get(device.sn);
    return toAddUnder(device, lookup, inputsOf(device, lookup, lookups.products));
  };
  const send = () => {
    const sns = devices.map(({ sn }) => sn);
    if (gatewaySn === undefined)
      add.mutate(
        { sid, version, sn: devices.map((device) => toAdd(device, lookups.bySn.get(device.sn))) },
        { onSuccess: (answer) => onAdded(sns, answer.version, answer.credentials) },
      );
    // What hangs on a gateway signs in nowhere, and the plant's own fields are as they were.
    else
      addUnder.mutate({ sid, gatewaySn, devices: devices.map(under) }, { onSuccess: () => onAdded(sns, version, []) });
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
      <DialogButtons onCancel={onClose} disabled={devices.length === 0 || !isReady} loading={isPending} onClick={send}>
        {t('edit.addCount', { count: devices.length })}
      </DialogButtons>
    </Stack>
  );
}
