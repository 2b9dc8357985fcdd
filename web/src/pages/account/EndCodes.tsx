// Turns codes off with the password and a code.
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/useCall.ts';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { PasswordCard } from './PasswordCard.tsx';

type EndForm = { password: string; code: string };
const RULES = requiredRules<EndForm>(['password', 'code']);
const { TextField } = textFieldsOf<EndForm>();

export default function EndCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const end = useChange('account/secondFactor/end', ['account/secondFactor']);
  const frame = useFormFrame({
    start: { password: '', code: '' },
    rules: RULES,
    refusedAt: { wrongPassword: 'password', wrongSecondFactor: 'code' },
    send: async (values) => {
      await end.mutateAsync(values);
      toastDone(t('security.ended'));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('security.endTitle')}>
      <Form frame={frame}>
        <Stack gap="md">
          <p className="muted">{t('security.endText')}</p>
          <PasswordCard />
          <TextField name="code" label={t('security.endCode')} autoComplete="one-time-code" hasAsterisk={false} />
          <FormEnd frame={frame} onCancel={onClose} submit={t('security.turnOff')} color="red" />
        </Stack>
      </Form>
    </Dialog>
  );
}
