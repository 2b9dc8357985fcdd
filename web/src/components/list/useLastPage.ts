// Goes to the last existing page when the page in the address is beyond it, because rows were removed or the address is old.
import { useEffect } from 'react';

interface Answer {
  data: { total: number } | undefined;
  isPlaceholderData: boolean;
}

/** `page` counts from 0. Returns whether it is beyond the last page, so that its empty answer must not be shown. */
export function useLastPage(
  { data, isPlaceholderData }: Answer,
  { page, size }: { page: number; size: number },
  goTo: (page: number) => void,
): boolean {
  const last = Math.max(0, Math.ceil((data?.total ?? 0) / size) - 1);
  const isBeyond = data !== undefined && !isPlaceholderData && page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list got shorter than the requested page
  useEffect(() => {
    if (isBeyond) goTo(last);
  }, [isBeyond, last]);
  return isBeyond;
}
