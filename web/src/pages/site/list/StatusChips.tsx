// How many of the plants that search and filters find are in each status; a press filters by it.
import { type SiteStatus, STATUS } from '@heliograph/contract/statuses.ts';
import { useTranslation } from 'react-i18next';
import { useIsLost } from '../../../api/connection.ts';
import { ChoiceChips } from '../../../components/list/ChoiceChips.tsx';
import type { Tone } from '../../../ui/StatusDot.tsx';
import { useSiteCounts } from './siteCounts.ts';

const TONES: Record<SiteStatus, Tone> = {
  alert: 'fault',
  offline: 'offline',
  online: 'ok',
  uncommissioned: 'accent',
  notRegistered: 'warning',
};
const ORDER = Object.keys(TONES) as SiteStatus[];

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
    value: status,
    label: t(`state.${status}`),
    // Who was online then is not known to be so now.
    tone: isLost && status === 'online' ? 'offline' : TONES[status],
    count: counts.data && (counts.data.statusMap[String(STATUS[status])] ?? 0),
  }));
  // What no plant of a fleet is, is not offered, except while it is being filtered by.
  const shown = chips.filter((chip) => chip.count !== 0 || chip.value === value || chip.value !== 'notRegistered');
  return <ChoiceChips label={t('sites.byStatus')} chips={shown} value={value} onChoose={onChoose} />;
}
