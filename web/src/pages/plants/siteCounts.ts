// Status counts and totals of the plant list, for the same search and filters over all pages.
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

/** Status under which a plant is counted; sleeping plants are counted separately from online ones. */
export type ShownStatus = SiteStatus | 'asleep';

export const TONES: Readonly<Record<ShownStatus, Tone>> = {
  alert: 'fault',
  offline: 'offline',
  online: 'ok',
  asleep: 'offline',
  // Same tone as the badge in the list: the accent colour is reserved for controls.
  uncommissioned: 'offline',
  notRegistered: 'warning',
};

type StatusCounts = Pick<Response<'overview/siteStatusCounts'>, 'statusMap' | 'asleep'>;

export function countOf({ statusMap, asleep }: StatusCounts, status: ShownStatus): number {
  if (status === 'asleep') return asleep;
  const count = statusMap[String(STATUS[status])] ?? 0;
  return status === 'online' ? count - asleep : count;
}
