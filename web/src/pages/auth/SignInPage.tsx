// Sign-in: the brand, the form, the language, nothing else.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { post } from '../../api/post.ts';
import { Logo } from '../../brand/Logo.tsx';
import { brand, portal } from '../../brand/portal.ts';
import { registrationPath } from '../../brand/registration.ts';
import { Footer } from '../../layout/Footer.tsx';
import { LanguageChoice } from '../../layout/LanguageChoice.tsx';
import { links } from '../../links.ts';
import { safeRedirect } from '../../session/guard.ts';
import { startSession, takeEndReason } from '../../session/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import classes from './SignInPage.module.css';

export default function SignInPage() {
  const { t } = useTranslation();
  const register = registrationPath(brand);
  const navigate = useNavigate();
  const { history } = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<{ account?: string; password?: string }>({});
  const [failure, setFailure] = useState<string | null>(() =>
    takeEndReason() === 'expired' ? t('errors.expired') : null,
  );
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${brand.name}`;
  }, [t]);

  const signIn = async (credentials: { account: string; password: string }) => {
    setBusy(true);
    setFailure(null);
    try {
      startSession(await post('sign-in', credentials));
      const wanted = safeRedirect(redirect);
      if (wanted) history.replace(wanted);
      else await navigate({ ...links.sites(), replace: true });
    } catch (error) {
      setFailure(messageOf(error, t));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      account: account.trim() === '' ? t('validation.required') : undefined,
      password: password.trim() === '' ? t('validation.required') : undefined,
    };
    setFaults(found);
    if (!found.account && !found.password) void signIn({ account: account.trim(), password });
  };

  return (
    <div className={classes.page}>
      <main className={classes.box}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <div className={classes.brand}>
            <Logo size={44} />
            <h1>{brand.name}</h1>
            <p>{t('signIn.subtitle')}</p>
          </div>
          <TextInput
            label={t('signIn.account')}
            type="email"
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={account}
            error={faults.account}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('signIn.password')}
            name="password"
            autoComplete="current-password"
            size="md"
            value={password}
            error={faults.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.show'), tabIndex: 0 }}
          />
          {failure && <Notice kind="error">{failure}</Notice>}
          <Button type="submit" size="md" fullWidth loading={isBusy}>
            {t('signIn.submit')}
          </Button>
          {register !== null && <Link to={register as '/'}>{t('signIn.register')}</Link>}
        </form>
        {portal.demo && portal.demo.accounts.length > 0 && (
          <DemoAccounts demo={portal.demo} isBusy={isBusy} onChoose={signIn} />
        )}
      </main>
      <Footer className={classes.footer}>
        <LanguageChoice quiet />
      </Footer>
    </div>
  );
}
