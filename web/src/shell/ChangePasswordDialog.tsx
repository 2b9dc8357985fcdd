// Changes the password: old, new, new repeated, and whether API tokens end. Loaded on demand.
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../api/useCall.ts';
import { Form, FormEnd } from '../components/form/Form.tsx';
import { textFieldsOf } from '../components/form/textFields.tsx';
import { useFormFrame } from '../components/form/useFormFrame.ts';
import { TokenAccess } from '../components/TokenAccess.tsx';
import { useSession } from '../session/session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { toastDone } from '../ui/toast.tsx';
import { type PasswordForm, passwordRules, REFUSED_AT } from './passwordRules.ts';

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('changePassword.title')}>
      <ChangePasswordForm onDone={onClose} />
    </Dialog>
  );
}

const EMPTY: PasswordForm = { password: '', newPassword: '', newPassword2: '', revokeTokens: true };
const { PasswordField } = textFieldsOf<PasswordForm>();

export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const change = useChange('account/updatePassword', ['account/sessions', 'account/tokens', 'webhook/list']);
  const frame = useFormFrame({
    start: EMPTY,
    rules: passwordRules,
    refusedAt: REFUSED_AT,
    send: async ({ password, newPassword, revokeTokens }) => {
      await change.mutateAsync({ password, newPassword: newPassword.trim(), revokeTokens });
      toastDone(t('saved.modified'));
      onDone();
    },
  });
  return (
    <Form frame={frame}>
      <Stack gap="md">
        {/* Identifies the account of this password for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={info?.email ?? ''} readOnly />
        <PasswordField name="password" label={t('changePassword.old')} autoComplete="current-password" />
        <PasswordField name="newPassword" label={t('changePassword.new')} autoComplete="new-password" />
        <PasswordField name="newPassword2" label={t('changePassword.again')} autoComplete="new-password" />
        <p className="muted">{t('changePassword.sessionsEnd')}</p>
        <TokenAccess />
        <FormEnd frame={frame} onCancel={onDone} />
      </Stack>
    </Form>
  );
}
