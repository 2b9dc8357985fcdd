// The plant list: the full list with its tools, or only cards for users who view plants or have only their own.
import { useSearch } from '@tanstack/react-router';
import { prefetchCall } from '../../api/useCall.ts';
import { hasPermission, type Session, session, useSession } from '../../session/session.ts';
import { AllSites } from './AllSites.tsx';
import { OwnSites, ownSites } from './OwnSites.tsx';
import { countsOf } from './siteCounts.ts';
import { siteList } from './siteList.ts';

/** Whether the full list is shown: always with a search or a filter. */
const showsFullList = (reader: Session, search: object): boolean =>
  (hasPermission('SiteCreate', reader) && reader.info?.scope !== 'own') || Object.keys(search).length > 0;

export function prefetch(search: Record<string, unknown>): Promise<void>[] {
  if (!showsFullList(session(), search)) return [prefetchCall('site/listWithSN', ownSites)];
  return [
    prefetchCall(siteList.call, siteList.requestOf(siteList.stateOf(search))),
    prefetchCall('overview/siteStatusCounts', countsOf(search)),
    prefetchCall('account/views', { list: siteList.call }),
  ];
}

export default function SiteListPage() {
  return showsFullList(useSession(), useSearch({ strict: false })) ? <AllSites /> : <OwnSites />;
}
