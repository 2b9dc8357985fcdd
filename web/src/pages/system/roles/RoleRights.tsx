// What one role may do, as a tree to tick: saved as a whole, and only if nobody else has changed it since.
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import type { Role } from '@heliograph/contract/entities/role.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx';
import { useSession } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { isGroup, treeOf } from '../entries.ts';
import classes from '../system.module.css';
import { ReloadPrompt } from './ReloadPrompt.tsx';
import { RightsTree } from './RightsTree.tsx';
import { RoleHead } from './RoleHead.tsx';
import { ROLE_LISTS } from './roleLists.ts';

/** Without these nobody could change rights back. */
const KEPT: readonly string[] = ['RolesPermission', 'Menus'];

interface Props {
  role: Role;
  menus: readonly MenuEntry[];
  /** Who holds everything, whatever his own role has lost. */
  isAdministrator: boolean;
  onCopy: () => void;
}

export function RoleRights({ role, menus, isAdministrator, onCopy }: Props) {
  const { t } = useTranslation();
  const { pages, buttons, pageModules } = useSession();
  const distribute = useChange('auth/role/menu/distribution', ROLE_LISTS);
  // Groups follow from their pages.
  const entries = menus.filter((entry) => !isGroup(entry));
  const owned = new Set(entries.flatMap(({ id }) => (role.menus.includes(id) ? id : [])));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(owned);
  const changes = entries.filter(({ id }) => ticked.has(id) !== owned.has(id)).length;
  const whyFixed = ({ name, id }: MenuEntry): string | undefined => {
    if (!role.rights.distribute) return t('roles.readOnly');
    if (role.code === 'administrator' && KEPT.includes(name) && owned.has(id)) return t('roles.keptByAdministrators');
    const isHeld = isAdministrator || [pages, buttons, pageModules].some((names) => names.includes(name));
    return isHeld ? undefined : t('roles.notHeld');
  };
  const name = role.name;
  const save = () =>
    distribute.mutate(
      { role_id: role.id, version: role.version, menus: [...ticked] },
      { onSuccess: () => toastDone(t('saved.saved')) },
    );
  const { error } = distribute;
  const isOld = error instanceof ApiError && error.code === ERROR_CODES.changedMeanwhile;
  return (
    <Card flush>
      <RoleHead role={role} onCopy={onCopy} />
      {!role.rights.distribute && (
        <div className={classes.notice}>
          <Notice kind="info">{t('roles.readOnly')}</Notice>
        </div>
      )}
      <RightsTree
        label={t('roles.tree', { name })}
        tree={treeOf(menus)}
        ticked={ticked}
        onChange={setTicked}
        whyFixed={whyFixed}
      />
      {(changes > 0 || error) && (
        <div className={classes.save}>
          {error ? (
            <Notice kind="error">{messageOf(error, t)}</Notice>
          ) : (
            <span className={`${classes.saveText} num`} role="status">
              {t('roles.changes', { count: changes })} <span className="muted">{t('roles.effect')}</span>
            </span>
          )}
          {isOld ? (
            <ReloadPrompt />
          ) : (
            <>
              <Button
                variant="default"
                onClick={() => {
                  setTicked(owned);
                  distribute.reset();
                }}
              >
                {t('roles.discard')}
              </Button>
              <Button onClick={save} loading={distribute.isPending} disabled={changes === 0}>
                {t('common.save')}
              </Button>
            </>
          )}
        </div>
      )}
      {changes > 0 && !distribute.isPending && !isOld && <LeaveGuard />}
    </Card>
  );
}
