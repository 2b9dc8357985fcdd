// The plant list: the full list with its tools, or only cards for users who may view but not create plants.
import { useSearch } from '@tanstack/react-router';
import { prefetchCall } from '../../api/useCall.ts';
import { hasPermission, usePermission } from '../../session/session.ts';
import { AllSites } from './AllSites.tsx';
import { OwnSites, ownSites } from './OwnSites.tsx';
import { countsOf } from './siteCounts.ts';
import { siteList } from './siteList.ts';

/** Whether the full list is shown: always with a search or a filter. */
const showsFullList = (mayCreate: boolean, search: object): boolean => mayCreate || Object.keys(search).length > 0;

export function prefetch(search: Record<string, unknown>): Promise<void>[] {
  if (!showsFullList(hasPermission('SiteCreate'), search)) return [prefetchCall('site/listWithSN', ownSites)];
  return [
    prefetchCall(siteList.call, siteList.requestOf(siteList.stateOf(search))),
    prefetchCall('overview/siteStatusCounts', countsOf(search)),
    prefetchCall('account/views', { list: siteList.call }),
  ];
}

export default function SiteListPage() {
  const mayCreate = usePermission('SiteCreate');
  return showsFullList(mayCreate, useSearch({ strict: false })) ? <AllSites /> : <OwnSites />;
}
