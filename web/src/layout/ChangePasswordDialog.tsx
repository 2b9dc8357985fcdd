// Changes the password: old, new, new again. Loaded when asked for.
import '../ui/panelStyles.ts';
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/failures.ts';
import { useChange } from '../api/useCall.ts';
import { useSession } from '../session/session.ts';
import { Notice } from '../ui/Notice.tsx';
import { toastDone } from '../ui/toast.tsx';
import { MIN_PASSWORD_LENGTH, type PasswordFields, passwordFaults, passwordFieldOf } from './passwordRules.ts';

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('changePassword.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ChangePasswordForm onDone={onClose} />
    </Modal>
  );
}

const EMPTY: PasswordFields = { password: '', newPassword: '', newPassword2: '' };

export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const change = useChange('account/updatePassword', ['account/sessions']);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<PasswordFields>({
    defaultValues: EMPTY,
    resolver: (values) => {
      const faults = Object.entries(passwordFaults(values));
      const errors = Object.fromEntries(
        faults.map(([name, type]) => [name, { type, message: t(`validation.${type}`, { min: MIN_PASSWORD_LENGTH }) }]),
      );
      return faults.length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  const send = form.handleSubmit(async ({ password, newPassword }) => {
    setFailure(null);
    try {
      await change.mutateAsync({ password, newPassword: newPassword.trim() });
      toastDone(t('saved.modified'));
      onDone();
    } catch (error) {
      const field = passwordFieldOf(error);
      if (field) form.setError(field, { message: messageOf(error, t) });
      else setFailure(messageOf(error, t));
    }
  });
  const field = (name: keyof PasswordFields, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      autoComplete={autoComplete}
      error={form.formState.errors[name]?.message}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
      {...form.register(name)}
    />
  );
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="md">
        {/* Lets password managers know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={info?.email ?? ''} readOnly />
        {field('password', t('changePassword.old'), 'current-password')}
        {field('newPassword', t('changePassword.new'), 'new-password')}
        {field('newPassword2', t('changePassword.again'), 'new-password')}
        {failure && <Notice kind="error">{failure}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={form.formState.isSubmitting}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
