// First start in production: the one-time link makes the first administrator.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/post.ts';
import { brand } from '../../brand/portal.ts';
import { Form, FormFailure } from '../../components/form/Form.tsx';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { unfitAt } from '../../layout/passwordRules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './SignInPage.module.css';
import { EMPTY_SETUP, MIN_SETUP_PASSWORD, type SetupForm, setupRules } from './setupRules.ts';
import { ToSignIn } from './ToSignIn.tsx';

const { TextField, PasswordField } = textFieldsOf<SetupForm>();

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
        <Form frame={frame} className={classes.form}>
          <TextField name="email" label={t('signIn.account')} type="email" autoComplete="username" size="md" />
          <PasswordField
            name="password"
            label={t('signIn.password')}
            description={t('validation.minLength', { min: MIN_SETUP_PASSWORD })}
            autoComplete="new-password"
            size="md"
          />
          <PasswordField name="again" label={t('setup.again')} autoComplete="new-password" size="md" />
          <FormFailure failure={frame.failure} />
          <Button type="submit" size="md" fullWidth loading={frame.form.formState.isSubmitting}>
            {t('setup.submit')}
          </Button>
        </Form>
      )}
    </AuthFrame>
  );
}
