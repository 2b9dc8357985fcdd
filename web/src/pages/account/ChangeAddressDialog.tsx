// Dialog that takes the new e-mail address and the password. Loaded on demand.
import { accountEmailChange } from '@heliograph/contract/calls/account/email/change.ts';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/useCall.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';

type AddressForm = { email: string; password: string };
const EMPTY: AddressForm = { email: '', password: '' };
const { TextField, PasswordField } = textFieldsOf<AddressForm>();
const rules = contractRules<AddressForm>(accountEmailChange.request, { empty: EMPTY });

export default function ChangeAddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('account.address.dialogTitle')}>
      <AddressForm onDone={onClose} />
    </Dialog>
  );
}

function AddressForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const change = useChange('account/email/change', ['account/email/pending']);
  const frame = useFormFrame({
    start: EMPTY,
    rules,
    refusedAt: { wrongPassword: 'password', sameEmail: 'email' },
    send: async ({ email, password }) => {
      await change.mutateAsync({ email: email.trim(), password });
      toastDone(t('account.address.sent'));
      onDone();
    },
  });
  return (
    <Form frame={frame}>
      <Stack gap="md">
        <span className="muted">{t('account.address.dialogText')}</span>
        <TextField name="email" type="email" label={t('account.address.new')} autoComplete="email" />
        {/* Associates the password with its account for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={info?.email ?? ''} readOnly />
        <PasswordField name="password" label={t('account.address.password')} autoComplete="current-password" />
        <FormEnd frame={frame} onCancel={onDone} submit={t('account.address.send')} />
      </Stack>
    </Form>
  );
}
