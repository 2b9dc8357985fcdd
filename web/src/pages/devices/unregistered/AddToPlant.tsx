// Adds one unregistered device to a plant found by search, and states what happens to its stored frames.
import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { type ChosenPlant, PlantSelect } from '../../../components/PlantSelect.tsx';
import { full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Added } from './AddedNotice.tsx';
import type { UnregisteredRow } from './unregisteredList.ts';

interface Props {
  device: UnregisteredRow;
  onClose: () => void;
  onAdded: (added: Added) => void;
}

export default function AddToPlant({ device, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('unregistered.addTitle', { sn: device.sn })}>
      <AddForm device={device} onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function AddForm({ device, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const [plant, setPlant] = useState<ChosenPlant | null>(null);
  const [chosen, setChosen] = useState(0);
  const lookup = useCall('product/sn', { sn: [device.sn] });
  const lookupRow = lookup.data?.list[0];
  const isUnknown = lookupRow !== undefined && lookupRow.model === 0;
  const model = chosen || (lookupRow?.announcedModel ?? 0);
  const add = useChange('site/updateFast', ['device/list/noReg', 'device/list', 'site/listWithSN', 'site/overview']);
  const send = () => {
    if (!plant || add.isPending) return;
    add.mutate(
      { sid: plant.sid, sn: [isUnknown ? { sn: device.sn, model } : device.sn] },
      { onSuccess: ({ credentials }) => onAdded({ device, ...plant, credentials }) },
    );
  };
  return (
    <Stack gap="md">
      {device.frames > 0 && (
        <p className="muted">
          {t('unregistered.addText', {
            count: device.frames,
            frames: full(device.frames, 0),
            since: dateTime(device.firstSeenIso),
          })}
        </p>
      )}
      {device.children > 0 && (
        <p className="muted">{t('unregistered.addChildren', { count: device.children, sn: device.sn })}</p>
      )}
      <PlantSelect
        searching={t('edit.searchingPlants')}
        label={t('list.plant')}
        placeholder={t('edit.choosePlant')}
        value={plant}
        onChange={setPlant}
      />
      {isUnknown && (
        <Select
          label={t('edit.product')}
          description={lookupRow.announcedModel ? undefined : t('unregistered.productText')}
          placeholder={t('edit.chooseProductShort')}
          data={(lookup.data?.products ?? []).map((each) => ({ value: String(each.model), label: each.modelName }))}
          value={model === 0 ? null : String(model)}
          onChange={(product) => setChosen(Number(product ?? 0))}
        />
      )}
      {lookupRow?.state === 'yours' && <Notice kind="error">{t('edit.deviceState.yours')}</Notice>}
      {(add.error || lookup.error) && <Notice kind="error">{messageOf(add.error ?? lookup.error, t)}</Notice>}
      <DialogButtons
        onCancel={onClose}
        disabled={!plant || (isUnknown && model === 0)}
        loading={add.isPending}
        onClick={send}
      >
        {t('unregistered.add')}
      </DialogButtons>
    </Stack>
  );
}
