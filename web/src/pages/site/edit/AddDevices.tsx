// Adds devices to an existing plant in a dialog: the wizard's second step by itself.
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { DeviceList } from './DeviceList.tsx';
import { type NewDevice, stateOf, toAdd } from './devices.ts';
import { useLookups } from './useLookups.ts';

interface Props {
  opened: boolean;
  sid: string;
  version: number;
  onClose: () => void;
  onAdded: (serialNumbers: string[], version: number) => void;
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
        title={t('edit.addDevices')}
        size={760}
        closeOnEscape={!asksLeave}
      >
        <AddDevicesForm
          {...props}
          devices={devices}
          setDevices={setDevices}
          onClose={close}
          onAdded={(serialNumbers, version) => {
            end();
            props.onAdded(serialNumbers, version);
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

function AddDevicesForm({ sid, version, devices, setDevices, onClose, onAdded }: FormProps) {
  const { t } = useTranslation();
  const lookups = useLookups(devices.map(({ sn }) => sn));
  const add = useChange('site/updateFast', ['device/list', 'site/listWithSN', 'site/overview', 'device/list/noReg']);
  const isReady = devices.every((device) => stateOf(device, lookups.bySn.get(device.sn)) === 'ready');
  const send = () =>
    add.mutate(
      { sid, version, sn: devices.map((device) => toAdd(device, lookups.bySn.get(device.sn))) },
      {
        onSuccess: (answer) =>
          onAdded(
            devices.map(({ sn }) => sn),
            answer.version,
          ),
      },
    );
  return (
    <Stack gap="md">
      <DeviceList devices={devices} lookups={lookups} onChange={setDevices} />
      {add.error && <Notice kind="error">{messageOf(add.error, t)}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={devices.length === 0 || !isReady} loading={add.isPending} onClick={send}>
          {t('edit.addCount', { count: devices.length })}
        </Button>
      </Group>
    </Stack>
  );
}
