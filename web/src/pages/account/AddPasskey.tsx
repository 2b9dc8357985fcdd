// Creates a passkey: takes a name and the password, then starts the browser's prompt.
import { Stack } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/useCall.ts';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { requestPasskey } from '../../session/passkeys.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { PasswordCard } from './PasswordCard.tsx';

type PasskeyForm = { name: string; password: string };
const RULES = requiredRules<PasskeyForm>(['name', 'password']);
const { TextField } = textFieldsOf<PasskeyForm>();

export default function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const begin = useChange('account/passkeys/begin');
  const add = useChange('account/passkeys/add', ['account/secondFactor']);
  const frame = useFormFrame({
    start: { name: '', password: '' },
    rules: RULES,
    refusedAt: { wrongPassword: 'password' },
    send: async ({ name, password }) => {
      const { options } = await begin.mutateAsync({ password });
      const passkey = await requestPasskey(() => startRegistration({ optionsJSON: options }));
      // The user cancelled the prompt and can try again.
      if (!passkey) return;
      await add.mutateAsync({ name, passkey });
      toastDone(t('security.passkeyAdded'));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('security.passkeyTitle')}>
      <Form frame={frame}>
        <Stack gap="md">
          <p className="muted">{t('security.passkeyText')}</p>
          <TextField
            name="name"
            label={t('security.passkeyName')}
            description={t('security.passkeyNameText')}
            hasAsterisk={false}
          />
          <PasswordCard />
          <FormEnd frame={frame} onCancel={onClose} submit={t('security.create')} />
        </Stack>
      </Form>
    </Dialog>
  );
}
