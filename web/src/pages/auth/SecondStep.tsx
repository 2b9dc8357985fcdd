// The second step of sign-in: a code of an app, a recovery code, or a passkey in place of both.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LightForm, useLightForm } from '../../components/form/LightForm.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import classes from './SignInPage.module.css';

type Code = { code: string };
const RULES = requiredRules<Code>(['code']);
const { TextField } = textFieldsOf<Code>();

interface Props {
  head: ReactNode;
  onCode: (code: string) => Promise<void>;
  onPasskey: () => Promise<undefined | false>;
  onBack: () => void;
}

export default function SecondStep({ head, onCode, onPasskey, onBack }: Props) {
  const { t } = useTranslation();
  const frame = useLightForm({ code: '' }, RULES, ({ code }) => onCode(code));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box}>
      <LightForm frame={frame} className={classes.form}>
        <div className={classes.brand}>
          {head}
          <p>{t('secondStep.text')}</p>
        </div>
        <TextField
          name="code"
          label={t('secondStep.code')}
          autoComplete="one-time-code"
          size="md"
          hasAsterisk={false}
        />
        {frame.failure && <Notice kind="error">{frame.failure}</Notice>}
        <Button type="submit" size="md" fullWidth loading={frame.isSending}>
          {t('signIn.submit')}
        </Button>
        <PasskeyButton
          label={t('secondStep.passkey')}
          disabled={frame.isSending}
          onClick={() => void frame.run(onPasskey)}
        />
        <Button variant="subtle" size="md" fullWidth disabled={frame.isSending} onClick={onBack}>
          {t('secondStep.back')}
        </Button>
      </LightForm>
    </div>
  );
}
