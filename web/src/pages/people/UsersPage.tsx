// People of the companies in the user's branch: company and role; invites, edits, freezes and removes people.
import { Button } from '@mantine/core';
import {
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { type MoreAction, MoreMenu } from '../../components/MoreMenu.tsx';
import { usePermission } from '../../session/session.ts';
import classes from './people.module.css';
import { userColumns } from './users/columns.tsx';
import type { MembershipAction } from './users/MembershipDialog.tsx';
import { userFields } from './users/userFields.ts';
import { keyOfPerson, type PersonRow, userList } from './users/userList.ts';

const loadInvite = () => import('./users/InviteDialog.tsx');
const InviteDialog = lazyPart(loadInvite);
const loadPerson = () => import('./users/PersonDialog.tsx');
const PersonDialog = lazyPart(loadPerson);
const MembershipDialog = lazyPart(() => import('./users/MembershipDialog.tsx'));

/** Open dialog. */
type OpenDialog = { row: PersonRow; action: MembershipAction | 'open' | 'resend' } | { row?: never; action: 'invite' };

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Renders the permitted actions of a row. */
function useRowActions(onOpen: (opened: OpenDialog) => void) {
  const { t } = useTranslation();
  const mayInvite = usePermission('UserCreate');
  const mayUpdate = usePermission('UserUpdate');
  const mayFreeze = usePermission('UserFreeze');
  const mayRemove = usePermission('UserDelete');
  return (row: PersonRow) => {
    const open = (action: MembershipAction | 'resend') => () => onOpen({ row, action });
    const isInvited = row.state === 'invited';
    const removeAction = (action: 'withdraw' | 'remove'): MoreAction => ({
      label: t(`people.do.${action}`),
      icon: <IconTrash {...ICON} />,
      isDangerous: true,
      onClick: open(action),
    });
    const freezeAction: MoreAction =
      row.state === 'frozen'
        ? { label: t('people.do.thaw'), icon: <IconLockOpen {...ICON} />, onClick: open('thaw') }
        : { label: t('people.do.freeze'), icon: <IconLock {...ICON} />, onClick: open('freeze') };
    const signOutAction = { label: t('people.do.signOut'), icon: <IconLogout {...ICON} />, onClick: open('signOut') };
    const resetAction = {
      label: t('people.do.resetFactor'),
      icon: <IconShieldOff {...ICON} />,
      onClick: open('resetFactor'),
    };
    const more = row.rights.change
      ? [
          ...(mayFreeze && !isInvited ? [freezeAction, signOutAction] : []),
          ...(mayUpdate && !isInvited ? [resetAction] : []),
          ...(mayRemove ? [removeAction(isInvited ? 'withdraw' : 'remove')] : []),
        ]
      : [];
    const mayEdit = row.rights.change && mayUpdate;
    return (
      <div className={classes.actions}>
        {isInvited ? (
          row.rights.change &&
          mayInvite && (
            <Button variant="default" size="xs" onClick={open('resend')}>
              {t('people.do.again')}
            </Button>
          )
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={mayEdit && <IconPencil size={16} stroke={1.75} aria-hidden />}
            onPointerEnter={() => preload(loadPerson)}
            onClick={() => onOpen({ row, action: 'open' })}
          >
            {t(mayEdit ? 'people.edit' : 'people.open')}
          </Button>
        )}
        {more.length > 0 && <MoreMenu actions={more} label={t('people.actionsFor', { who: row.email })} />}
      </div>
    );
  };
}

export default function UsersPage() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const mayInvite = usePermission('UserCreate');
  const actions = useRowActions(setOpened);
  const columns = useMemo(() => userColumns(t), [t]);
  const close = () => setOpened(null);
  const invite = mayInvite && (
    <Button
      leftSection={<IconMail {...ICON} />}
      onPointerEnter={() => preload(loadInvite)}
      onClick={() => setOpened({ action: 'invite' })}
    >
      {t('people.invite')}
    </Button>
  );
  return (
    <>
      <ListPage
        list={userList}
        columns={columns}
        fields={userFields(t)}
        texts={{
          title: t('menu.Users'),
          search: t('people.search'),
          empty: {
            icon: <IconUsers size={24} stroke={1.75} aria-hidden />,
            title: t('people.empty'),
            text: t('people.emptyText'),
            action: invite,
          },
          noMatches: { title: t('people.noneFound'), text: t('people.noneFoundText') },
          file: t('people.csvFile'),
        }}
        keyOf={keyOfPerson}
        head={invite}
        actions={actions}
        actionsWidthPx={196}
      />
      <Suspense>
        {opened?.action === 'invite' || opened?.action === 'resend' ? (
          <InviteDialog {...(opened.row ? { resend: opened.row } : {})} onClose={close} />
        ) : opened?.action === 'open' ? (
          <PersonDialog row={opened.row} onClose={close} />
        ) : (
          opened && <MembershipDialog row={opened.row} action={opened.action} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
