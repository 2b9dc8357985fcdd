// Roles and their rights: the list of the portal's own roles and those of companies, and the rights of the open role.
import type { Role } from '@heliograph/contract/entities/role.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { companyRoles, prefetchRoles } from './roles/companyRoles.ts';
import { RoleList } from './roles/RoleList.tsx';
import { RoleRights } from './roles/RoleRights.tsx';
import { readRoleSearch } from './search.ts';
import classes from './system.module.css';

const loadDialog = () => import('./roles/RoleDialog.tsx');
const RoleDialog = lazyPart(loadDialog);

export const prefetch = prefetchRoles;

export default function RolesPage() {
  const { t } = useTranslation();
  const search = readRoleSearch(useSearch({ from: '/signedIn/system/rolesPermission' }));
  const navigate = useNavigate();
  const system = useCall('auth/role/list/system', {});
  const own = useCall('auth/role/list', companyRoles(search.q), { keepsPrevious: true });
  const menus = useCall('auth/menu/list', {});
  /** Role to copy for a new role; null for an empty role, undefined for no dialog. */
  const [copySource, setCopySource] = useState<Role | null | undefined>(undefined);
  const failed = system.error ?? own.error ?? menus.error;
  const all = [...(system.data?.list ?? []), ...(own.data?.list ?? [])];
  const role = all.find(({ id }) => id === search.role) ?? all[0];
  const open = (id: number) => void navigate({ ...links.roles({ ...search, role: id }), resetScroll: false });
  const retry = () => {
    for (const call of [system, own, menus]) if (call.error) void call.refetch();
  };
  return (
    <>
      <PageHeader title={t('roles.title')} facts={t('roles.text')} isCompact>
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onPointerEnter={() => preload(loadDialog)}
          onClick={() => setCopySource(null)}
        >
          {t('roles.new')}
        </Button>
      </PageHeader>
      {system.data && own.data && menus.data && role ? (
        <div className={classes.split}>
          <div className={classes.side}>
            <Card flush>
              <RoleList system={system.data.list} own={own.data} open={role.id} search={search} />
            </Card>
          </div>
          <div className={classes.pick}>
            <Choice
              label={t('roles.choose')}
              value={String(role.id)}
              choices={all.map((each) => ({ value: String(each.id), label: each.name }))}
              onChange={(value) => open(Number(value))}
            />
          </div>
          <RoleRights
            key={`${role.id} ${role.version}`}
            role={role}
            menus={menus.data.list}
            isAdministrator={system.data.list.some(({ rights }) => rights.distribute)}
            onCopy={() => setCopySource(role)}
          />
        </div>
      ) : failed ? (
        <Card>
          <ErrorState error={failed} onRetry={retry} />
        </Card>
      ) : (
        <Card flush>
          <RowSkeletons rows={14} />
        </Card>
      )}
      {copySource !== undefined && (
        <Suspense>
          <RoleDialog roles={all} copySource={copySource} onClose={() => setCopySource(undefined)} onSaved={open} />
        </Suspense>
      )}
    </>
  );
}
