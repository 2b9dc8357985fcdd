// What is wrong in a branch, and its size and state, in two sections: equipment and users.
import '../../ui/panelStyles.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { prefetchCall } from '../../api/useCall.ts';
import { JoinNotice } from '../../components/joining/JoinNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import classes from './dashboard.module.css';
import { readDashboardSearch, readersZone, SECTIONS } from './dashboardSearch.ts';

const UsersSection = lazyPart(() => import('./UsersSection.tsx'));

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const { section } = readDashboardSearch(raw);
  const timezone = readersZone();
  return section === 'users'
    ? [prefetchCall('dashboard/user/summary', { timezone })]
    : [
        prefetchCall('problem/summary', {}),
        prefetchCall('dashboard/device/summary', {}),
        prefetchCall('dashboard/device/trend', { timezone }),
      ];
}

export default function DashboardPage() {
  const { t } = useTranslation();
  const { section: current = 'devices' } = readDashboardSearch(useSearch({ from: '/signedIn/dashboard' }));
  return (
    <>
      <PageHeader title={t('dashboard.title')} />
      <JoinNotice />
      <nav className={classes.sections} aria-label={t('dashboard.sections')}>
        {SECTIONS.map((section) => (
          <Link
            key={section}
            {...links.dashboard({ section })}
            className={classes.section}
            aria-current={section === current ? 'page' : undefined}
            resetScroll={false}
          >
            {t(`dashboard.section.${section}`)}
          </Link>
        ))}
      </nav>
      {current === 'users' ? (
        <Suspense fallback={<Skeleton height={420} />}>
          <UsersSection />
        </Suspense>
      ) : (
        <DevicesSection />
      )}
    </>
  );
}
