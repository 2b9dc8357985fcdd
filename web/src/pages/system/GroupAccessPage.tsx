// Comparison of all roles: the pages, buttons and page modules that each has.
import '@mantine/core/styles/Checkbox.layer.css';
import '../../ui/panelStyles.ts';
import type { Role } from '@heliograph/contract/entities/role.ts';
import { Checkbox } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Scrolls } from '../../ui/Scrolls.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { type Entry, entryName, isGroup, treeOf } from './entries.ts';
import { companyRoles, prefetchRoles } from './roles/companyRoles.ts';
import { readWordSearch } from './search.ts';
import classes from './system.module.css';

export const prefetch = prefetchRoles;

export default function GroupAccessPage() {
  const { t } = useTranslation();
  const search = readWordSearch(useSearch({ from: '/signedIn/system/groupAccess' }));
  const navigate = useNavigate();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const system = useCall('auth/role/list/system', {});
  const own = useCall('auth/role/list', companyRoles(search.q), { keepsPrevious: true });
  const menus = useCall('auth/menu/list', {});
  const calls = [system, own, menus];
  const failed = calls.find(({ error }) => error)?.error;
  const roles = [...(system.data?.list ?? []), ...(own.data?.list ?? [])];
  const rows = rowsOf(treeOf(menus.data?.list ?? []), roles, onlyDifferent);
  return (
    <>
      <PageHeader title={t('groupAccess.title')} facts={t('groupAccess.text')} />
      <div className={classes.bar}>
        <SearchBox
          value={search.q ?? ''}
          label={t('roles.search')}
          onSearch={(q) => void navigate({ ...links.groupAccess(q ? { q } : {}), replace: true })}
        />
        <Checkbox
          label={t('groupAccess.differences')}
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
        />
      </div>
      {own.data && own.data.total > own.data.list.length && (
        <div className={classes.bar}>
          <Notice kind="info">{t('groupAccess.some', { shown: own.data.list.length, total: own.data.total })}</Notice>
        </div>
      )}
      <Card flush>
        {calls.every(({ data }) => data) ? (
          rows.length > 0 ? (
            <Matrix rows={rows} roles={roles} />
          ) : (
            <EmptyState title={t('groupAccess.same')} />
          )
        ) : failed ? (
          <ErrorState
            error={failed}
            onRetry={() => {
              for (const call of calls) if (call.error) void call.refetch();
            }}
          />
        ) : (
          <RowSkeletons rows={16} height={36} />
        )}
      </Card>
    </>
  );
}

interface Row {
  entry: Entry;
  depth: number;
}

/** Flattens the tree to rows; groups without rows are left out. */
function rowsOf(tree: readonly Entry[], roles: readonly Role[], onlyDifferent: boolean, depth = 0): Row[] {
  return tree.flatMap((entry): Row[] => {
    const descendants = rowsOf(entry.children, roles, onlyDifferent, depth + 1);
    if (isGroup(entry)) return descendants.length > 0 ? [{ entry, depth }, ...descendants] : [];
    const holders = roles.filter(({ menus }) => menus.includes(entry.id)).length;
    const differs = holders > 0 && holders < roles.length;
    return onlyDifferent && !differs ? descendants : [{ entry, depth }, ...descendants];
  });
}

function Matrix({ rows, roles }: { rows: readonly Row[]; roles: readonly Role[] }) {
  const { t } = useTranslation();
  const mayOpen = usePermission('RolesPermission');
  return (
    <Scrolls className={classes.scrolls} aria-label={t('groupAccess.table')}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('groupAccess.right')}</th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                {mayOpen ? <Link {...links.roles({ role: role.id })}>{role.name}</Link> : role.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ entry, depth }) =>
            isGroup(entry) ? (
              <tr key={entry.id} data-group>
                <th scope="rowgroup">{entryName(t, entry)}</th>
                <td colSpan={roles.length} />
              </tr>
            ) : (
              <tr key={entry.id} data-page={entry.path === '' ? undefined : true}>
                <th scope="row" style={{ '--depth': depth } as CSSProperties}>
                  {entryName(t, entry)}
                </th>
                {roles.map((role) => (
                  <Cell key={role.id} has={role.menus.includes(entry.id)} />
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Cell({ has }: { has: boolean }) {
  const { t } = useTranslation();
  const Icon = has ? IconCheck : IconMinus;
  return (
    <td className={has ? classes.yes : classes.no}>
      <Icon size={16} stroke={has ? 2.25 : 1.5} aria-hidden />
      <span className="visuallyHidden">{t(has ? 'groupAccess.yes' : 'groupAccess.no')}</span>
    </td>
  );
}
