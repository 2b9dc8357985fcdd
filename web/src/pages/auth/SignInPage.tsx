// Sign-in: the brand, the form, the language, nothing else. It works without the router, which is loaded once it is needed (main.tsx).
import { PATHS } from '@heliograph/contract/pages.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/post.ts';
import { Logo } from '../../brand/Logo.tsx';
import { brand, portal } from '../../brand/portal.ts';
import { LightForm, useLightForm } from '../../components/form/LightForm.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { LanguageChoice } from '../../layout/LanguageChoice.tsx';
import { PlainFooter } from '../../layout/PlainFooter.tsx';
import { openAfterSignIn } from '../../session/afterSignIn.ts';
import { safeRedirect } from '../../session/guard.ts';
import { startSession, takeEndReason } from '../../session/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import classes from './SignInPage.module.css';

type Credentials = { account: string; password: string };
// The contract asks no more of credentials than that they are there; its schemas would be a tenth of this page.
const RULES = requiredRules<Credentials>(['account', 'password']);
const { TextField, PasswordField } = textFieldsOf<Credentials>();

export default function SignInPage() {
  const { t } = useTranslation();
  const frame = useLightForm(
    { account: '', password: '' },
    RULES,
    async ({ account, password }) => {
      startSession(await post('sign-in', { account: account.trim(), password }));
      const wanted = new URLSearchParams(location.search).get('redirect');
      await openAfterSignIn(safeRedirect(wanted) ?? PATHS.PvPlant);
    },
    useState(() => (takeEndReason() === 'expired' ? t('errors.expired') : null))[0],
  );

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${brand.name}`;
  }, [t]);

  return (
    <div className={classes.page}>
      <main className={classes.box}>
        <LightForm frame={frame} className={classes.form}>
          <div className={classes.brand}>
            <Logo size={44} />
            <h1>{brand.name}</h1>
            <p>{t('signIn.subtitle')}</p>
          </div>
          <TextField
            name="account"
            label={t('signIn.account')}
            type="email"
            autoComplete="username"
            size="md"
            hasAsterisk={false}
          />
          <PasswordField name="password" label={t('signIn.password')} autoComplete="current-password" size="md" />
          {frame.failure && <Notice kind="error">{frame.failure}</Notice>}
          <Button type="submit" size="md" fullWidth loading={frame.isSending}>
            {t('signIn.submit')}
          </Button>
          <div className={classes.ways}>
            <a href={PATHS.ForgetPwd}>{t('signIn.forgot')}</a>
            {portal.openRegistration && <a href={PATHS.Register}>{t('signIn.register')}</a>}
          </div>
        </LightForm>
        {portal.demo && portal.demo.accounts.length > 0 && (
          <DemoAccounts demo={portal.demo} isBusy={frame.isSending} onChoose={frame.submit} />
        )}
      </main>
      <PlainFooter className={classes.footer}>
        <LanguageChoice quiet />
      </PlainFooter>
    </div>
  );
}
