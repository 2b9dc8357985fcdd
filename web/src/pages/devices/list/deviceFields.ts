// Filter fields of the device list.
import { useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import type { Choice, FilterField } from '../../../components/list/filterField.ts';
import { useCommissioned } from '../../../components/list/useCommissioned.ts';
import { useCountries } from '../../../components/list/useCountries.ts';
import { DEVICE_STATUSES, deviceList } from './deviceList.ts';

function useStatuses(): readonly Choice[] {
  const { t } = useTranslation();
  return DEVICE_STATUSES.map((status) => ({ value: status, label: t(`state.${status}`) }));
}

function useVia(): readonly Choice[] {
  const { t } = useTranslation();
  return (['itself', 'gateway'] as const).map((via) => ({ value: via, label: t(`allDevices.viaWhat.${via}`) }));
}

function useSaysFirmware(): readonly Choice[] {
  const { t } = useTranslation();
  return (['yes', 'no'] as const).map((says) => ({ value: says, label: t(`allDevices.says.${says}`) }));
}

/** Models of the devices that match the search and the other filters, and the selected one. */
function useModels(): readonly Choice[] {
  const state = deviceList.stateOf(useSearch({ strict: false }));
  // Same request as the list's, so that both share one query.
  const { data } = useCall('device/list', deviceList.requestOf(state), { keepsPrevious: true });
  const names = (data?.models ?? []).map(({ modelName }) => modelName);
  const { model } = state.filters;
  const isListed = model === '' || names.some((name) => name.toLowerCase() === model.toLowerCase());
  return [...new Set(isListed ? names : [model, ...names])].map((name) => ({ value: name, label: name }));
}

export const deviceFields = (t: TFunction): FilterField<keyof typeof deviceList.filters>[] => [
  { name: 'status', label: t('list.status'), kind: { useChoices: useStatuses } },
  { name: 'model', label: t('allDevices.model'), kind: { useChoices: useModels } },
  { name: 'via', label: t('allDevices.via'), kind: { useChoices: useVia } },
  { name: 'firmware', label: t('allDevices.firmware') },
  { name: 'saysFirmware', label: t('allDevices.saysFirmware'), kind: { useChoices: useSaysFirmware } },
  { name: 'sn', label: t('allDevices.snBegin') },
  { name: 'plant', label: t('allDevices.plantName') },
  { name: 'street', label: t('list.street') },
  { name: 'country', label: t('allDevices.country'), kind: { useChoices: useCountries } },
  { name: 'owner', label: t('allDevices.ownerMail') },
  { name: 'installer', label: t('allDevices.installerMail') },
  { name: 'commissioned', label: t('allDevices.commission'), kind: { useChoices: useCommissioned } },
  { name: 'addedFrom', label: t('allDevices.addedFrom'), kind: 'day', until: 'addedTo' },
  { name: 'addedTo', label: t('allDevices.addedTo'), kind: 'day', since: 'addedFrom' },
  { name: 'from', label: t('allDevices.plantFrom'), kind: 'day', until: 'to' },
  { name: 'to', label: t('allDevices.plantTo'), kind: 'day', since: 'from' },
];
