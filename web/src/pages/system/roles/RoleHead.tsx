// Header of a role: name, company, and its actions: view as, rename, copy, close.
import type { Role } from '@heliograph/contract/entities/role.ts';
import { SECOND_FACTOR_GRACE_DAYS } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconEye,
  IconPencil,
  IconShieldLock,
  IconShieldOff,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { lazyPart } from '../../../api/loading.ts';
import { useChange } from '../../../api/useCall.ts';
import { type MoreAction, MoreMenu } from '../../../components/MoreMenu.tsx';
import { links } from '../../../links.ts';
import { refreshMenus } from '../../../session/routeGuard.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import classes from '../system.module.css';
import { ROLE_LISTS } from './roleLists.ts';

const RoleDialog = lazyPart(() => import('./RoleDialog.tsx'));

/** Open dialog. */
type OpenDialog = 'edit' | 'close' | 'factor';

/** Returns the changes of a role: view as it, close and reopen it, require a second factor. */
function useRoleChanges(role: Role, onDone: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewAs = useChange('auth/role/viewAs');
  const update = useChange('auth/role/update', ROLE_LISTS);
  const factor = useChange('auth/role/secondFactor', ROLE_LISTS);
  const { id, version, name, scope, needsSecondFactor } = role;
  const toggleFactor = () =>
    factor.mutate(
      { role_id: id, version, needed: !needsSecondFactor },
      {
        onSuccess: () => {
          onDone();
          toastDone(t('saved.modified'));
        },
      },
    );
  const setClosed = (closed: boolean) =>
    update.mutate(
      { role_id: id, version, name, scope: scope === 'own' ? 'own' : 'branch', closed },
      {
        onSuccess: () => {
          onDone();
          toastDone(t('saved.modified'));
        },
        // Closing shows its error in the dialog; reopening has no dialog.
        onError: (error) => closed || toastFailed(messageOf(error, t)),
      },
    );
  const view = () =>
    viewAs.mutate(
      { role_id: id },
      {
        onSuccess: async () => {
          await navigate(links.sites());
          await refreshMenus();
        },
        onError: (error) => toastFailed(messageOf(error, t)),
      },
    );
  return { viewAs, update, factor, view, setClosed, toggleFactor };
}

interface Actions {
  onOpen: (opened: OpenDialog) => void;
  onCopy: () => void;
  onReopen: () => void;
}

/** Returns the permitted actions of the menu. */
function actionsOf(role: Role, t: TFunction, { onOpen, onCopy, onReopen }: Actions): MoreAction[] {
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return [
    ...(role.rights.update
      ? [{ label: t('roles.edit'), icon: <IconPencil {...icon} />, onClick: () => onOpen('edit') }]
      : []),
    { label: t('roles.copy'), icon: <IconCopy {...icon} />, onClick: onCopy },
    ...(role.rights.distribute
      ? [
          {
            label: t(role.needsSecondFactor ? 'roles.factor.stop' : 'roles.factor.ask'),
            icon: role.needsSecondFactor ? <IconShieldOff {...icon} /> : <IconShieldLock {...icon} />,
            onClick: () => onOpen('factor'),
          },
        ]
      : []),
    ...(role.rights.update
      ? [
          role.closedIso === null
            ? {
                label: t('roles.close'),
                icon: <IconArchive {...icon} />,
                isDangerous: true,
                onClick: () => onOpen('close'),
              }
            : { label: t('roles.open'), icon: <IconArchiveOff {...icon} />, onClick: onReopen },
        ]
      : []),
  ];
}

export function RoleHead({ role, onCopy }: { role: Role; onCopy: () => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const end = () => {
    setOpened(null);
    update.reset();
    factor.reset();
  };
  const { viewAs, update, factor, view, setClosed, toggleFactor } = useRoleChanges(role, () => end());
  const { scope, needsSecondFactor } = role;
  const isOpen = role.closedIso === null;
  const facts = [role.companyName, t(`roles.scope.${scope}`), t('roles.users', { count: role.users })];
  if (needsSecondFactor) facts.push(t('roles.factor.fact'));
  return (
    <div className={classes.head}>
      <div className={classes.headText}>
        <h2>{role.name}</h2>
        <div className={`${classes.headFacts} num`}>
          {[...(isOpen ? [] : [t('roles.closed')]), ...facts].filter((fact) => fact !== '').join(' · ')}
        </div>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
          loading={viewAs.isPending}
          onClick={view}
        >
          {t('roles.viewAs')}
        </Button>
        <MoreMenu actions={actionsOf(role, t, { onOpen: setOpened, onCopy, onReopen: () => setClosed(false) })} />
      </div>
      <ConfirmDialog
        opened={opened === 'close'}
        onClose={end}
        onConfirm={() => setClosed(true)}
        text={t('roles.closeText')}
        confirmLabel={t('roles.close')}
        isBusy={update.isPending}
        error={update.error ? messageOf(update.error, t) : null}
      />
      <ConfirmDialog
        opened={opened === 'factor'}
        onClose={end}
        onConfirm={toggleFactor}
        title={t(needsSecondFactor ? 'roles.factor.stop' : 'roles.factor.ask')}
        text={t(needsSecondFactor ? 'roles.factor.stopText' : 'roles.factor.askText', {
          days: SECOND_FACTOR_GRACE_DAYS,
        })}
        confirmLabel={t(needsSecondFactor ? 'roles.factor.stopDo' : 'roles.factor.askDo')}
        confirmColor={needsSecondFactor ? 'red' : undefined}
        isBusy={factor.isPending}
        error={factor.error ? messageOf(factor.error, t) : null}
      />
      {opened === 'edit' && (
        <Suspense>
          <RoleDialog role={role} roles={[]} copySource={null} onClose={end} onSaved={end} />
        </Suspense>
      )}
    </div>
  );
}
