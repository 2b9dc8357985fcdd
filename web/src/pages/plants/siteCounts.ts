// Counters and sums of what the plant list shows: the same search and filters, asked of all its pages.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { type SiteStatus, STATUS } from '@heliograph/contract/statuses.ts';
import { useSearch } from '@tanstack/react-router';
import { useCall } from '../../api/useCall.ts';
import type { Tone } from '../../ui/StatusDot.tsx';
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

/** What plants are counted as: of those that are online those that sleep apart. */
export type ShownStatus = SiteStatus | 'asleep';

export const TONES: Readonly<Record<ShownStatus, Tone>> = {
  alert: 'fault',
  offline: 'offline',
  online: 'ok',
  asleep: 'offline',
  // As its mark is in the list: the accent is what can be pressed.
  uncommissioned: 'offline',
  notRegistered: 'warning',
};

type Counted = Pick<Response<'overview/siteStatusCounts'>, 'statusMap' | 'asleep'>;

export function countOf({ statusMap, asleep }: Counted, shown: ShownStatus): number {
  if (shown === 'asleep') return asleep;
  const count = statusMap[String(STATUS[shown])] ?? 0;
  return shown === 'online' ? count - asleep : count;
}
