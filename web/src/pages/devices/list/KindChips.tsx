// Chips with the number of matching devices of each kind; a chip filters by its kind.
import { REPORT_KINDS, type ReportKind } from '@heliograph/contract/report.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ChoiceChips } from '../../../components/list/ChoiceChips.tsx';
import { deviceList } from './deviceList.ts';

/** Producing kinds first, gateways last. */
const ORDER: readonly ReportKind[] = REPORT_KINDS.toSorted(
  (one, other) => Number(one === 'gateway') - Number(other === 'gateway'),
);

interface Props {
  state: ReturnType<typeof deviceList.stateOf>;
  onChoose: (kind: string) => void;
}

export function KindChips({ state, onChoose }: Props) {
  const { t } = useTranslation();
  // Same request as the list's, so that both share one query.
  const { data } = useCall('device/list', deviceList.requestOf(state), { keepsPrevious: true });
  const { kind: chosen } = state.filters;
  const chips = ORDER.map((kind) => ({
    value: kind as string,
    label: t(`deviceKind.${kind}`),
    count: data && (data.kinds[kind] ?? 0),
  }));
  // Kinds without devices are hidden, except the selected one.
  const visible = chips.filter(({ count, value }) => count || value === chosen || (!data && value === 'microinverter'));
  if (visible.length === 0) return null;
  return <ChoiceChips label={t('allDevices.byKind')} chips={visible} value={chosen} onChoose={onChoose} />;
}
