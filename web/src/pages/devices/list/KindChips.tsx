// How many of the devices that search and filters find are of each kind; a press shows only those.
import { REPORT_KINDS, type ReportKind } from '@heliograph/contract/report.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ChoiceChips } from '../../../components/list/ChoiceChips.tsx';
import { deviceList } from './deviceList.ts';

/** What produces first, as plants have it. */
const ORDER: readonly ReportKind[] = REPORT_KINDS.toSorted(
  (one, other) => Number(one === 'gateway') - Number(other === 'gateway'),
);

interface Props {
  state: ReturnType<typeof deviceList.stateOf>;
  onChoose: (kind: string) => void;
}

export function KindChips({ state, onChoose }: Props) {
  const { t } = useTranslation();
  // What the list asks, so it is asked once.
  const { data } = useCall('device/list', deviceList.requestOf(state), { keepsPrevious: true });
  const { kind: chosen } = state.filters;
  const chips = ORDER.map((kind) => ({
    value: kind as string,
    label: t(`deviceKind.${kind}`),
    count: data && (data.kinds[kind] ?? 0),
  }));
  // What nobody has is not offered, except while it is being filtered by.
  const shown = chips.filter(({ count, value }) => count || value === chosen || (!data && value === 'microinverter'));
  if (shown.length === 0) return null;
  return <ChoiceChips label={t('allDevices.byKind')} chips={shown} value={chosen} onChoose={onChoose} />;
}
