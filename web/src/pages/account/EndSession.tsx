// Ends one session or all others, confirmed by the password or, for users of a company's provider, by a fresh sign-in.
import { FRESH_SIGN_IN_MINUTES } from '@heliograph/contract/limits.ts';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/useCall.ts';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { TokenAccess } from '../../components/TokenAccess.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordCard } from './PasswordCard.tsx';

type PasswordForm = { password: string; revokeTokens: boolean };
const RULES = requiredRules<PasswordForm>(['password']);
const NO_RULES = requiredRules<PasswordForm>([]);

interface Props {
  /** Session to end; undefined for all others. */
  id: number | undefined;
  asksPassword: boolean;
  onClose: () => void;
}

export default function EndSession({ id, asksPassword, onClose }: Props) {
  const { t } = useTranslation();
  const end = useChange('account/endSession', ['account/sessions', 'account/tokens', 'webhook/list']);
  const frame = useFormFrame({
    start: { password: '', revokeTokens: true },
    rules: asksPassword ? RULES : NO_RULES,
    refusedAt: { wrongPassword: 'password' },
    send: async ({ password, revokeTokens }) => {
      await end.mutateAsync({
        ...(id === undefined ? { revokeTokens } : { id }),
        ...(asksPassword ? { password } : {}),
      });
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t(id === undefined ? 'account.endOthersTitle' : 'account.endTitle')}>
      <Form frame={frame}>
        <Stack gap="md">
          <p className="muted">
            {t('account.endText')} {!asksPassword && t('account.endFresh', { minutes: FRESH_SIGN_IN_MINUTES })}
          </p>
          {asksPassword && <PasswordCard />}
          {id === undefined && <TokenAccess />}
          <FormEnd frame={frame} onCancel={onClose} submit={t('account.end')} color="red" />
        </Stack>
      </Form>
    </Dialog>
  );
}
