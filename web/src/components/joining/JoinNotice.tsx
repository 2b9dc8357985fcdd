// Says on the pages that people open first that somebody asks for access to plants; the part with the answers is loaded only then.
import { Suspense } from 'react';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { addTexts } from '../../i18n/start.ts';
import { usePermission } from '../../session/session.ts';

const OpenRequests = lazyPart(
  async () => (await Promise.all([import('./OpenRequests.tsx'), addTexts(['joining'])]))[0],
);
const REFRESH_MS = 300_000;

export function JoinNotice() {
  const mayShare = usePermission('SiteUpdate');
  const { data } = useCall(
    'site/joinRequests',
    { page: { size: 1 } },
    { enabled: mayShare, refetchIntervalMs: REFRESH_MS, isBackground: true },
  );
  if (!data || data.total === 0) return null;
  return (
    <Suspense fallback={null}>
      <OpenRequests total={data.total} />
    </Suspense>
  );
}
