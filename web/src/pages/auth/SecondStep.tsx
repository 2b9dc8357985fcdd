// Second step of sign-in: a code of an app, a recovery code, or a passkey instead of both; after too many failures also a mailed link.
import { PATHS } from '@heliograph/contract/pages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useLightForm } from './LightForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { StepForm } from './StepForm.tsx';

type Code = { code: string };
const RULES = requiredRules<Code>(['code']);
const { TextField } = textFieldsOf<Code>();

interface Props {
  head: ReactNode;
  /** Why the password does not suffice, if every account needs more. */
  reason: string | undefined;
  onCode: (code: string) => Promise<void>;
  onPasskey: () => Promise<undefined | false>;
  onBack: () => void;
}

export default function SecondStep({ head, reason, onCode, onPasskey, onBack }: Props) {
  const { t } = useTranslation();
  const frame = useLightForm({ code: '' }, RULES, ({ code }) => onCode(code));
  return (
    <StepForm
      frame={frame}
      head={head}
      text={reason ?? t('secondStep.text')}
      alternative={
        <PasskeyButton
          label={t('secondStep.passkey')}
          disabled={frame.isSending}
          onClick={() => void frame.run(onPasskey)}
        />
      }
      onBack={onBack}
    >
      <TextField name="code" label={t('secondStep.code')} autoComplete="one-time-code" size="md" hasAsterisk={false} />
      {reason && <a href={PATHS.ForgetPwd}>{t('signIn.forgot')}</a>}
    </StepForm>
  );
}
