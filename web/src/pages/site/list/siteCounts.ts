// Counters and sums of what the plant list shows: the same search and filters, asked of all its pages.
import type { Request } from '@heliograph/contract/calls.ts';
import { useSearch } from '@tanstack/react-router';
import { useCall } from '../../../api/useCall.ts';
import { siteList } from './siteList.ts';

export function countsOf(search: Record<string, unknown>): Request<'overview/siteStatusCounts'> {
  const { filters } = siteList.requestOf(siteList.stateOf(search)) as Required<Request<'site/listWithSN'>>;
  return { filters };
}

export function useSiteCounts() {
  return useCall('overview/siteStatusCounts', countsOf(useSearch({ strict: false })), {
    keepsPrevious: true,
    refetchIntervalMs: 30_000,
  });
}
