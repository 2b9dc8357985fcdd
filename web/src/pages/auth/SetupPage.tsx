// First start in production: the one-time link makes the first administrator.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { post } from '../../api/post.ts';
import { Logo } from '../../brand/Logo.tsx';
import { brand } from '../../brand/portal.ts';
import { Footer } from '../../layout/Footer.tsx';
import { LanguageChoice } from '../../layout/LanguageChoice.tsx';
import { isUnfitPassword } from '../../layout/passwordRules.ts';
import { links } from '../../links.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './SignInPage.module.css';
import { MIN_SETUP_PASSWORD, type SetupFields, setupFaults } from './setupRules.ts';

export default function SetupPage() {
  const { t } = useTranslation();
  const [secret] = useState(() => new URLSearchParams(location.hash.slice(1)).get('secret') ?? '');
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<SetupFields>({
    defaultValues: { email: '', password: '', again: '' },
    resolver: (values) => {
      const errors = Object.fromEntries(
        Object.entries(setupFaults(values)).map(([name, type]) => [
          name,
          { type, message: t(`validation.${type}`, { min: MIN_SETUP_PASSWORD }) },
        ]),
      );
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  useEffect(() => {
    document.title = `${t('setup.title')} · ${brand.name}`;
  }, [t]);
  const send = form.handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      await post('auth/setup', { secret, email: email.trim(), password: password.trim() }, { changes: true });
      setDone(true);
    } catch (error) {
      if (isUnfitPassword(error)) form.setError('password', { message: messageOf(error, t) });
      else setFailure(messageOf(error, t));
    }
  });
  const { errors, isSubmitting } = form.formState;
  const toSignIn = (
    <Button component={Link} {...(links.signIn() as object)} size="md" fullWidth>
      {t('statusPages.toSignIn')}
    </Button>
  );
  return (
    <div className={classes.page}>
      <main className={classes.box}>
        <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
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
              <TextInput
                label={t('signIn.account')}
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                size="md"
                error={errors.email?.message}
                {...form.register('email')}
              />
              <PasswordInput
                label={t('signIn.password')}
                description={t('validation.minLength', { min: MIN_SETUP_PASSWORD })}
                autoComplete="new-password"
                size="md"
                error={errors.password?.message}
                visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
                {...form.register('password')}
              />
              <PasswordInput
                label={t('setup.again')}
                autoComplete="new-password"
                size="md"
                error={errors.again?.message}
                visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
                {...form.register('again')}
              />
              {failure && <Notice kind="error">{failure}</Notice>}
              <Button type="submit" size="md" fullWidth loading={isSubmitting}>
                {t('setup.submit')}
              </Button>
            </>
          )}
        </form>
      </main>
      <Footer className={classes.footer}>
        <LanguageChoice quiet />
      </Footer>
    </div>
  );
}
