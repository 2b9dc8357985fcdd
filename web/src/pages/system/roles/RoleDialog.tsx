// Creates a role, optionally as a copy; or changes the name and scope of an existing one.
import '../../../ui/panelStyles.ts';
import type { Role } from '@heliograph/contract/entities/role.ts';
import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { ROLE_LISTS } from './roleLists.ts';

const MAX_NAME_LENGTH = 60;
const SCOPES = ['branch', 'own'] as const;
type Scope = (typeof SCOPES)[number];

interface Props {
  /** Role to change; undefined for a new one. */
  role?: Role;
  /** Roles that a new one may copy. */
  roles: readonly Role[];
  copySource: Role | null;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export default function RoleDialog({ role, roles, copySource, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(role?.name ?? '');
  const [scope, setScope] = useState<Scope>((role ?? copySource)?.scope === 'own' ? 'own' : 'branch');
  const [copyOf, setCopyOf] = useState(String(copySource?.id ?? 0));
  const [wasTried, setTried] = useState(false);
  const create = useChange('auth/role/create', ROLE_LISTS);
  const update = useChange('auth/role/update', ROLE_LISTS);
  const isEmpty = name.trim() === '';
  const done = (id: number, message: string) => {
    toastDone(message);
    onClose();
    onSaved(id);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || create.isPending || update.isPending) return;
    if (role) {
      const body = { role_id: role.id, version: role.version, name, scope, closed: role.closedIso !== null };
      update.mutate(body, { onSuccess: () => done(role.id, t('saved.modified')) });
      return;
    }
    const body = { name, scope, ...(copyOf === '0' ? {} : { copy_of: Number(copyOf) }) };
    create.mutate(body, { onSuccess: ({ id }) => done(id, t('saved.saved')) });
  };
  const error = create.error ?? update.error;
  return (
    <Dialog opened onClose={onClose} title={t(role ? 'roles.editTitle' : 'roles.newTitle')}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('roles.name')}
            withAsterisk
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wasTried && isEmpty ? t('validation.required') : undefined}
          />
          <Choice
            label={t('roles.sees')}
            value={scope}
            choices={SCOPES.map((value) => ({ value, label: t(`roles.scope.${value}`) }))}
            onChange={(value) => setScope(value === 'own' ? 'own' : 'branch')}
          />
          {!role && (
            <Choice
              label={t('roles.copyOf')}
              value={copyOf}
              choices={[
                { value: '0', label: t('roles.nothing') },
                ...roles.map((each) => ({ value: String(each.id), label: each.name })),
              ]}
              onChange={setCopyOf}
            />
          )}
          {error && <Notice kind="error">{messageOf(error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={create.isPending || update.isPending}>
            {t(role ? 'common.save' : 'roles.create')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
