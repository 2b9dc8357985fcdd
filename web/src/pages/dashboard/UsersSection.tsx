// Users: number of accounts in a branch, their roles and countries, and recent additions.
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { FigureSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { AddedCard, isDrawn } from './AddedCard.tsx';
import { CountList } from './CountList.tsx';
import { CountriesCard, namesCountries } from './CountriesCard.tsx';
import classes from './dashboard.module.css';
import { readersZone } from './dashboardSearch.ts';

export default function UsersSection() {
  const { t } = useTranslation();
  const listsUsers = usePermission('Users');
  const summary = useCall('dashboard/user/summary', { timezone: readersZone() }, { refetchIntervalMs: 30_000 });
  const users = summary.data;
  const added = users && {
    days: users.days.map(({ day, users: count }) => ({ day, count })),
    weeks: users.weeks.map(({ from, to, users: count }) => ({ from, to, count })),
  };
  if (summary.error && !users) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />;
  if (users?.total === null)
    return (
      <Card>
        <EmptyState
          icon={<IconUsers size={24} stroke={1.75} aria-hidden />}
          title={t('dashboard.noUsers')}
          text={t('dashboard.noUsersToSee')}
        />
      </Card>
    );
  return (
    <>
      {users && !users.isCounted && <p>{t('dashboard.counting')}</p>}
      <div className={classes.grid}>
        {(!added || isDrawn(added)) && (
          <AddedCard
            title={t('dashboard.registered')}
            seriesLabel={t('dashboard.users')}
            added={added}
            // Accounts have no time zone of their own.
            timeZone="UTC"
            {...(listsUsers && { listOf: (from: string) => links.users({ from, state: 'joined' }) })}
          />
        )}
        <Card title={t('dashboard.roles')} className={classes.status}>
          {users ? (
            <>
              <Figure
                label={t('dashboard.allUsers')}
                figure={{ text: full(users.total, 0), unit: '' }}
                size="lg"
                note={
                  listsUsers ? (
                    <Link
                      {...links.users({ state: 'joined' })}
                      aria-label={t('dashboard.showUsersOf', { figure: t('dashboard.allUsers') })}
                    >
                      {t('dashboard.showUsers')}
                    </Link>
                  ) : undefined
                }
              />
              <CountList
                label={t('dashboard.roles')}
                rows={users.roles.map(({ groupId, name, count }) => ({
                  key: String(groupId),
                  label: name,
                  count,
                  to: listsUsers ? links.users({ role: String(groupId), state: 'joined' }) : undefined,
                }))}
              />
            </>
          ) : (
            <>
              <FigureSkeleton size="lg" />
              <Skeleton height={200} />
            </>
          )}
        </Card>
        {users && namesCountries(users.countries) && (
          <CountriesCard
            title={t('dashboard.userCountries')}
            countries={users.countries}
            {...(listsUsers && { listOf: (code: string) => links.users({ country: code, state: 'joined' }) })}
          />
        )}
      </div>
    </>
  );
}
