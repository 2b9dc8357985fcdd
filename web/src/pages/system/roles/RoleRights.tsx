// Rights of a role as a tree of checkboxes; saved as a whole, and only if nobody else has changed the role since.

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
import { formBar } from '../../../ui/barRef.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { isGroup, treeOf } from '../entries.ts';
import classes from '../system.module.css';
import { ReloadPrompt } from './ReloadPrompt.tsx';
import { RightsTree } from './RightsTree.tsx';
import { RoleHead } from './RoleHead.tsx';
import { ROLE_LISTS } from './roleLists.ts';

/** Pages that administrators cannot lose, as nobody could restore the rights without them. */
const LOCKED_PAGES: readonly string[] = ['RolesPermission', 'Menus'];

interface Props {
  role: Role;
  menus: readonly MenuEntry[];
  /** True for administrators, who may grant every right, even one that their role has lost. */
  isAdministrator: boolean;
  onCopy: () => void;
}

export function RoleRights({ role, menus, isAdministrator, onCopy }: Props) {
  const { t } = useTranslation();
  const { pages, buttons, pageModules } = useSession();
  const distribute = useChange('auth/role/menu/distribution', ROLE_LISTS);
  // Groups are derived from their pages.
  const entries = menus.filter((entry) => !isGroup(entry));
  const granted = new Set(entries.flatMap(({ id }) => (role.menus.includes(id) ? id : [])));
  const [selected, setSelected] = useState<ReadonlySet<number>>(granted);
  const changes = entries.filter(({ id }) => selected.has(id) !== granted.has(id)).length;
  const fixedReason = ({ name, id }: MenuEntry): string | undefined => {
    if (!role.rights.distribute) return t('roles.readOnly');
    if (role.code === 'administrator' && LOCKED_PAGES.includes(name) && granted.has(id))
      return t('roles.keptByAdministrators');
    const isGrantable = isAdministrator || [pages, buttons, pageModules].some((names) => names.includes(name));
    return isGrantable ? undefined : t('roles.notHeld');
  };
  const name = role.name;
  const save = () =>
    distribute.mutate(
      { role_id: role.id, version: role.version, menus: [...selected] },
      { onSuccess: () => toastDone(t('saved.saved')) },
    );
  const { error } = distribute;
  const hasConflict = error instanceof ApiError && error.code === ERROR_CODES.changedMeanwhile;
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
        selected={selected}
        onChange={setSelected}
        fixedReason={fixedReason}
      />
      {(changes > 0 || error) && (
        <div ref={formBar} className={classes.save}>
          {error ? (
            <Notice kind="error">{messageOf(error, t)}</Notice>
          ) : (
            <span className={`${classes.saveText} num`}>
              {t('roles.changes', { count: changes })} <span className="muted">{t('roles.effect')}</span>
            </span>
          )}
          {hasConflict ? (
            <ReloadPrompt />
          ) : (
            <>
              <Button
                variant="default"
                onClick={() => {
                  setSelected(granted);
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
      {changes > 0 && !distribute.isPending && !hasConflict && <LeaveGuard />}
    </Card>
  );
}
