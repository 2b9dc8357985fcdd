// On to the last page there is when the one in the address is beyond it: rows went meanwhile, or the address is old.
import { useEffect } from 'react';

interface Answer {
  data: { total: number } | undefined;
  isPlaceholderData: boolean;
}

/** `page` from 0. Answers whether it is beyond: what came of it is no answer to show. */
export function useLastPage(
  { data, isPlaceholderData }: Answer,
  { page, size }: { page: number; size: number },
  goTo: (page: number) => void,
): boolean {
  const last = Math.max(0, Math.ceil((data?.total ?? 0) / size) - 1);
  const isBeyond = data !== undefined && !isPlaceholderData && page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list got shorter than the asked page
  useEffect(() => {
    if (isBeyond) goTo(last);
  }, [isBeyond, last]);
  return isBeyond;
}
