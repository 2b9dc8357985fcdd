// The plants one may see: a list to work with, or, for who only looks at a few, these plants and nothing else.
import { useSearch } from '@tanstack/react-router';
import { prefetchCall } from '../../api/useCall.ts';
import { hasPermission, usePermission } from '../../session/session.ts';
import { AllSites } from './AllSites.tsx';
import { OwnSites, ownSites } from './OwnSites.tsx';
import { countsOf } from './siteCounts.ts';
import { siteList } from './siteList.ts';

/** Who comes with a search or a filter wants the list. */
const wantsList = (mayCreate: boolean, search: object): boolean => mayCreate || Object.keys(search).length > 0;

export function ahead(search: Record<string, unknown>): Promise<void>[] {
  if (!wantsList(hasPermission('SiteCreate'), search)) return [prefetchCall('site/listWithSN', ownSites)];
  return [
    prefetchCall(siteList.call, siteList.requestOf(siteList.stateOf(search))),
    prefetchCall('overview/siteStatusCounts', countsOf(search)),
    prefetchCall('account/views', { list: siteList.call }),
  ];
}

export default function SiteListPage() {
  const mayCreate = usePermission('SiteCreate');
  return wantsList(mayCreate, useSearch({ strict: false })) ? <AllSites /> : <OwnSites />;
}
