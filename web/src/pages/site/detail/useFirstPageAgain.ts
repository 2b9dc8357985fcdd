// Back to the first page when the one in the address no longer holds anything: rows were acknowledged, or the address is old.
import { useEffect } from 'react';
import type { SiteSearch } from './search.ts';

/** Answers whether the page is being left: nothing of it is to be shown as an answer. */
export function useFirstPageAgain(
  { data, isPlaceholderData }: { data: { list: readonly unknown[] } | undefined; isPlaceholderData: boolean },
  page: number,
  change: (change: Partial<SiteSearch>) => void,
): boolean {
  const isBeyond = page > 0 && data?.list.length === 0 && !isPlaceholderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that turns out to be empty
  useEffect(() => {
    if (isBeyond) change({ page: undefined });
  }, [isBeyond, page]);
  return isBeyond;
}
