// Chips with the number of matching plants in each status; a click filters by the status.
import { useTranslation } from 'react-i18next';
import { useIsLost } from '../../api/connection.ts';
import { ChoiceChips } from '../../components/list/ChoiceChips.tsx';
import { countOf, type ShownStatus, TONES, useSiteCounts } from './siteCounts.ts';

const ORDER = Object.keys(TONES) as ShownStatus[];

const HIDDEN_IF_EMPTY: readonly string[] = ['notRegistered', 'asleep'] satisfies ShownStatus[];

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
    // Without a connection, plants that were online may no longer be.
    tone: isLost && status === 'online' ? 'offline' : TONES[status],
    count: counts.data && countOf(counts.data, status),
  }));
  // Rare statuses without plants are hidden, except while one is the active filter.
  const visibleChips = chips.filter(
    (chip) => chip.count || chip.value === value || !HIDDEN_IF_EMPTY.includes(chip.value),
  );
  return <ChoiceChips label={t('sites.byStatus')} chips={visibleChips} value={value} onChoose={onChoose} />;
}
