// The plants of a user with few of them: up to four are large cards with the curve of today, a few more are cards, more are the full list; without plants, the first step.
import { Button } from '@mantine/core';
import { IconBarcode, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { JoinNotice } from '../../components/joining/JoinNotice.tsx';
import list from '../../components/list/List.module.css';
import { ListSkeleton } from '../../components/list/ListBody.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { full } from '../../format/numbers.ts';
import { addTexts } from '../../i18n/start.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AllSites } from './AllSites.tsx';
import { FirstStep } from './FirstStep.tsx';
import { JoinDialog } from './lazyJoin.tsx';
import { SiteCard } from './SiteCard.tsx';
import classes from './SiteList.module.css';
import { SiteTotals } from './SiteTotals.tsx';
import { useDemoProgress } from './useDemoProgress.ts';

/** More plants than these are shown as the full list with search. */
const MAX_CARDS = 9;
/** The first request of the page. */
export const ownSites = { page: { size: MAX_CARDS, num: 0 }, withDevices: false };
const REFRESH_MS = 30_000;
/** Up to this many plants have large cards. */
const MAX_LARGE_CARDS = 4;
const DayCurve = lazyPart(async () => (await Promise.all([import('./DayCurve.tsx'), addTexts(['plant'])]))[0]);

export function OwnSites() {
  const { t } = useTranslation();
  const mayCreate = usePermission('SiteCreate');
  const [isJoining, setJoining] = useState(false);
  const demoProgress = useDemoProgress();
  const sites = useCall('site/listWithSN', ownSites, { refetchIntervalMs: REFRESH_MS });
  if (!sites.data && sites.error) return <ErrorState error={sites.error} onRetry={() => void sites.refetch()} />;
  if (!sites.data) return <ListSkeleton asCards rows={3} cardPx={166} hasPager={false} />;
  const { list: rows, total } = sites.data;
  if (total > MAX_CARDS) return <AllSites />;
  const isLarge = total <= MAX_LARGE_CARDS;
  return (
    <>
      <PageHeader
        title={t(total === 0 ? 'sites.first.title' : 'sites.title')}
        count={total > 0 ? full(total) : undefined}
        isCompact={total > 0}
        facts={
          <>
            {total > 0 && <SiteTotals />}
            {demoProgress}
          </>
        }
      >
        {total > 0 && (
          <Button
            variant="default"
            leftSection={<IconBarcode size={18} stroke={1.75} aria-hidden />}
            onClick={() => setJoining(true)}
          >
            {t('sites.first.joinButton')}
          </Button>
        )}
        {mayCreate && total > 0 && (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} {...links.siteCreate()} />}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          >
            {t('sites.create')}
          </Button>
        )}
      </PageHeader>
      <JoinNotice />
      {total === 0 ? (
        <FirstStep />
      ) : (
        <ul
          className={total === 1 ? classes.only : `${list.cards} ${isLarge ? classes.largeCards : ''}`}
          aria-label={t('sites.title')}
        >
          {rows.map((row) => (
            <li key={row.sid} className={list.card}>
              <SiteCard row={row} actions={null} />
              {isLarge && (
                <Suspense fallback={<Skeleton height={200} />}>
                  <DayCurve row={row} />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      )}
      {isJoining && (
        <Suspense>
          <JoinDialog onClose={() => setJoining(false)} />
        </Suspense>
      )}
    </>
  );
}
