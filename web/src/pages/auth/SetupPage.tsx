// First start in production: the one-time link makes the first administrator.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/post.ts';
import { Logo } from '../../brand/Logo.tsx';
import { brand } from '../../brand/portal.ts';
import { Form, FormFailure } from '../../components/form/Form.tsx';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { Footer } from '../../layout/Footer.tsx';
import { LanguageChoice } from '../../layout/LanguageChoice.tsx';
import { unfitAt } from '../../layout/passwordRules.ts';
import { links } from '../../links.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './SignInPage.module.css';
import { EMPTY_SETUP, MIN_SETUP_PASSWORD, type SetupForm, setupRules } from './setupRules.ts';

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
  useEffect(() => {
    document.title = `${t('setup.title')} · ${brand.name}`;
  }, [t]);
  const toSignIn = (
    <Button renderRoot={(props) => <Link {...props} {...links.signIn()} />} size="md" fullWidth>
      {t('statusPages.toSignIn')}
    </Button>
  );
  return (
    <div className={classes.page}>
      <main className={classes.box}>
        <Form frame={frame} className={classes.form}>
          <div className={classes.brand}>
            <Logo size={44} />
            <h1>{t('setup.title')}</h1>
            <p>{t('setup.text', { brand: brand.name })}</p>
          </div>
          {isDone ? (
            <>
              <Notice kind="ok">{t('setup.done')}</Notice>
              {toSignIn}
            </>
          ) : secret === '' ? (
            <>
              <Notice kind="error">{t('setup.noSecret')}</Notice>
              {toSignIn}
            </>
          ) : (
            <>
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
            </>
          )}
        </Form>
      </main>
      <Footer className={classes.footer}>
        <LanguageChoice quiet />
      </Footer>
    </div>
  );
}
