// Adds one unregistered device to a plant found by search; says what happens to the frames kept so far.
import '../../../ui/panelStyles.ts';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
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

type Plant = { value: string; label: string };

function AddForm({ device, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keywords] = useDebouncedValue(typed, 250);
  const [plant, setPlant] = useState<Plant | null>(null);
  const [model, setModel] = useState(0);
  const sites = useCall(
    'site/listWithSN',
    {
      page: { size: 20, num: 0 },
      filters: { keywords: plant?.label === keywords ? '' : keywords },
      sort: [{ field: 'siteName' }],
    },
    { keepsPrevious: true },
  );
  const lookup = useCall('product/sn', { sn: [device.sn] });
  const found = lookup.data?.list[0];
  const isUnknown = found !== undefined && found.model === 0;
  const add = useChange('site/updateFast', ['device/list/noReg', 'device/list', 'site/listWithSN', 'site/overview']);
  // A plant that is only shared takes no devices from its guests.
  const mine = (sites.data?.list ?? []).filter(({ rights }) => rights.addDevices);
  const plants: Plant[] = mine.map((site) => ({
    value: site.sid,
    label: [site.siteName, site.city].filter(Boolean).join(', '),
  }));
  const choices = plant && !plants.some(({ value }) => value === plant.value) ? [plant, ...plants] : plants;
  const send = () => {
    if (!plant || add.isPending) return;
    const siteName = sites.data?.list.find(({ sid }) => sid === plant.value)?.siteName ?? plant.label;
    add.mutate(
      { sid: plant.value, sn: [isUnknown ? { sn: device.sn, model } : device.sn] },
      { onSuccess: () => onAdded({ device, sid: plant.value, siteName }) },
    );
  };
  return (
    <Stack gap="md">
      <p className="muted">
        {t('unregistered.addText', {
          count: device.frames,
          frames: full(device.frames, 0),
          since: dateTime(device.firstSeenIso),
        })}
      </p>
      <Select
        label={t('list.plant')}
        placeholder={t('unregistered.choosePlant')}
        data-autofocus
        searchable
        selectFirstOptionOnChange
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has searched already, in more than the name.
        filter={({ options }) => options}
        data={choices}
        value={plant?.value ?? null}
        onChange={(_, option) => setPlant(option ? { value: option.value, label: option.label } : null)}
        nothingFoundMessage={sites.isFetching ? t('unregistered.searching') : t('common.noMatch')}
        maxDropdownHeight={260}
      />
      {isUnknown && (
        <Select
          label={t('edit.product')}
          description={t('unregistered.productText')}
          placeholder={t('edit.chooseProductShort')}
          data={(lookup.data?.products ?? []).map((each) => ({ value: String(each.model), label: each.modelName }))}
          value={model === 0 ? null : String(model)}
          onChange={(chosen) => setModel(Number(chosen ?? 0))}
        />
      )}
      {found?.state === 'yours' && <Notice kind="error">{t('edit.deviceState.yours')}</Notice>}
      {(add.error || lookup.error) && <Notice kind="error">{messageOf(add.error ?? lookup.error, t)}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!plant || (isUnknown && model === 0)} loading={add.isPending} onClick={send}>
          {t('unregistered.add')}
        </Button>
      </Group>
    </Stack>
  );
}
