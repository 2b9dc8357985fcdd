// Size and state of a branch in two sections: equipment and users.
import '../../ui/panelStyles.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { prefetchCall, useCall } from '../../api/useCall.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { full, inline, peakPower } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import classes from './dashboard.module.css';
import { readDashboardSearch, readersZone, SECTIONS, type Section } from './dashboardSearch.ts';

const UsersSection = lazyPart(() => import('./UsersSection.tsx'));

export function prefetch(raw: Record<string, unknown>): Promise<void>[] {
  const { section } = readDashboardSearch(raw);
  const timezone = readersZone();
  return section === 'users'
    ? [prefetchCall('account/info', {}), prefetchCall('dashboard/user/summary', { timezone })]
    : [
        prefetchCall('account/info', {}),
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
      <Welcome section={current} />
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

/** Greets the user and summarizes the section in a sentence. */
function Welcome({ section }: { section: Section }) {
  const { t } = useTranslation();
  const account = useCall('account/info', {});
  const fleet = useCall('dashboard/device/summary', {}, { enabled: section === 'devices' });
  const users = useCall('dashboard/user/summary', { timezone: readersZone() }, { enabled: section === 'users' });
  const name = account.data?.contactPerson || account.data?.email || '';
  const summary =
    section === 'devices'
      ? fleet.data &&
        // Without plants the section explains what to do.
        (fleet.data.siteCount === 0
          ? '\u00a0'
          : t('dashboard.aboutPlants', {
              count: fleet.data.siteCount,
              n: full(fleet.data.siteCount, 0),
              peak: inline(peakPower(fleet.data.powerMax)),
            }))
      : users.data &&
        (users.data.total === null
          ? t('dashboard.noUsersToSee')
          : t('dashboard.aboutUsers', { count: users.data.total, n: full(users.data.total, 0) }));
  return (
    <Card className={classes.welcome}>
      <h2 className={classes.hello}>
        {account.data ? t('dashboard.welcome', { name }) : <Skeleton width={220} height={20} />}
      </h2>
      <p className="muted">{summary || <Skeleton width={260} height={14} />}</p>
    </Card>
  );
}
