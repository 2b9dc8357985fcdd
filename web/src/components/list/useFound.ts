// Speaks how many rows a search or filter found.
import { useTranslation } from 'react-i18next';
import { full } from '../../format/numbers.ts';
import { useAnnounced } from '../../ui/announcer.ts';

/** `total`: undefined while loading; `key`: what was searched for. */
export function useFound(total: number | undefined, key: string): void {
  const { t } = useTranslation();
  const text = total === 0 ? t('common.noMatch') : t('list.found', { n: full(total ?? 0, 0) });
  useAnnounced(total === undefined ? undefined : text, key);
}
