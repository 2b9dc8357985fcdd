// How many of the plants that search and filters find are in each status; a press filters by it.
import { useTranslation } from 'react-i18next';
import { useIsLost } from '../../api/connection.ts';
import { ChoiceChips } from '../../components/list/ChoiceChips.tsx';
import { countOf, type ShownStatus, TONES, useSiteCounts } from './siteCounts.ts';

const ORDER = Object.keys(TONES) as ShownStatus[];

const SELDOM: readonly string[] = ['notRegistered', 'asleep'] satisfies ShownStatus[];

interface Props {
  /** A status, or '' for all. */
  value: string;
  onChoose: (status: string) => void;
}

export function StatusChips({ value, onChoose }: Props) {
  const { t } = useTranslation();
  const isLost = useIsLost();
  const counts = useSiteCounts();
  const chips = ORDER.map((status) => ({
    value: status as string,
    label: t(status === 'asleep' ? 'sites.sleeping' : `state.${status}`),
    // Who was online then is not known to be so now.
    tone: isLost && status === 'online' ? 'offline' : TONES[status],
    count: counts.data && countOf(counts.data, status),
  }));
  // What no plant of a fleet is, is not offered, except while it is being filtered by.
  const shown = chips.filter((chip) => chip.count || chip.value === value || !SELDOM.includes(chip.value));
  return <ChoiceChips label={t('sites.byStatus')} chips={shown} value={value} onChoose={onChoose} />;
}
