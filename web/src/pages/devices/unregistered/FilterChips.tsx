// Chips that select unregistered devices: including those attached to gateways, only those of one gateway, or restricted ones.
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { type Chip, ChoiceChips } from '../../../components/list/ChoiceChips.tsx';
import type { ListState } from '../../../components/list/listState.ts';
import { unregisteredList } from './unregisteredList.ts';

type Filter = keyof typeof unregisteredList.filters;

interface Props {
  state: ReturnType<typeof unregisteredList.stateOf>;
  onChange: (filters: Partial<ListState<string, Filter>['filters']>) => void;
}

/** Values of the chips in the address. */
const VALUES = { children: 'shown', restricted: 'only' } as const;

export function FilterChips({ state, onChange }: Props) {
  const { t } = useTranslation();
  // Same request as the list's, so that both share one query.
  const { data } = useCall('device/list/noReg', unregisteredList.requestOf(state), { keepsPrevious: true });
  const { gateway, children, restricted } = state.filters;
  const pressed = gateway !== '' ? 'gateway' : restricted !== '' ? 'restricted' : children !== '' ? 'children' : '';
  const chips: Chip<Filter>[] = [];
  if (gateway !== '')
    chips.push({
      value: 'gateway',
      label: t('unregistered.onGateway', { sn: gateway }),
      tone: 'accent',
      count: data?.total,
    });
  // A search always covers the attached devices.
  else if (restricted === '' && state.q === '' && (data?.told || children !== ''))
    chips.push({ value: 'children', label: t('unregistered.showChildren'), tone: 'accent', count: data?.told });
  if (gateway === '' && (data?.restricted || restricted !== ''))
    chips.push({ value: 'restricted', label: t('unregistered.restricted'), tone: 'fault', count: data?.restricted });
  if (chips.length === 0) return null;
  const choose = (chosen: Filter | '') => {
    const noFilters = { gateway: '', children: '', restricted: '' };
    onChange(chosen === '' || chosen === 'gateway' ? noFilters : { ...noFilters, [chosen]: VALUES[chosen] });
  };
  return <ChoiceChips label={t('unregistered.which')} chips={chips} value={pressed} onChoose={choose} />;
}
