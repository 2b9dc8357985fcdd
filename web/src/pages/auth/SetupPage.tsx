// First start in production: the one-time link creates the first administrator.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/post.ts';
import { brand } from '../../brand/portal.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { unfitAt } from '../../shell/passwordRules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthForm, NewPassword } from './AuthForm.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { EMPTY_SETUP, MIN_SETUP_PASSWORD, type SetupForm, setupRules } from './setupRules.ts';
import { ToSignIn } from './ToSignIn.tsx';

const { TextField } = textFieldsOf<SetupForm>();

export default function SetupPage() {
  const { t } = useTranslation();
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get('secret') ?? '');
  const [isDone, setDone] = useState(false);
  const frame = useFormFrame({
    start: EMPTY_SETUP,
    rules: setupRules,
    refusedAt: unfitAt('password'),
    send: async ({ email, password }) => {
      await post('auth/setup', { secret, email: email.trim(), password: password.trim() }, { changes: true });
      setDone(true);
    },
  });
  return (
    <AuthFrame title={t('setup.title')} text={t('setup.text', { brand: brand.name })}>
      {isDone ? (
        <>
          <Notice kind="ok">{t('setup.done')}</Notice>
          <ToSignIn />
        </>
      ) : secret === '' ? (
        <>
          <Notice kind="error">{t('setup.noSecret')}</Notice>
          <ToSignIn />
        </>
      ) : (
        <AuthForm frame={frame} submit={t('setup.submit')}>
          <TextField name="email" label={t('signIn.account')} type="email" autoComplete="username" size="md" />
          <NewPassword label={t('signIn.password')} repeatLabel={t('setup.again')} min={MIN_SETUP_PASSWORD} />
        </AuthForm>
      )}
    </AuthFrame>
  );
}
