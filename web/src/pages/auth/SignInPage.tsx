// Sign-in: the brand, the form, the language, nothing else. It works without the router, which is loaded once it is needed (main.tsx).
import type { Response } from '@heliograph/contract/calls.ts';
import { CALLBACK_HASH } from '@heliograph/contract/companySignIn.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/failures.ts';
import { lazyPart, untilLoaded } from '../../api/loading.ts';
import { post } from '../../api/post.ts';
import { Logo } from '../../brand/Logo.tsx';
import { brand, portal } from '../../brand/portal.ts';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { addTexts } from '../../i18n/start.ts';
import { openAfterSignIn } from '../../session/afterSignIn.ts';
import { safeRedirect } from '../../session/guard.ts';
import { consumeEndReason, startSession } from '../../session/session.ts';
import { LanguageChoice } from '../../shell/LanguageChoice.tsx';
import { PlainFooter } from '../../shell/PlainFooter.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { LightForm, useLightForm } from './LightForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import classes from './SignInPage.module.css';

type Credentials = { account: string; password: string };
// The contract asks no more of credentials than that they are there; its schemas would be a tenth of this page.
const RULES = requiredRules<Credentials>(['account', 'password']);
const { TextField, PasswordField } = textFieldsOf<Credentials>();

const SecondStep = lazyPart(async () => (await Promise.all([import('./SecondStep.tsx'), addTexts(['secondStep'])]))[0]);
const Terms = lazyPart(async () => (await Promise.all([import('./Terms.tsx'), addTexts(['secondStep'])]))[0]);
const loadCompany = () => import('./company.ts');
const loadPasskey = async () => (await Promise.all([import('./passkey.ts'), addTexts(['secondStep'])]))[0];

type Send = (code?: string, agrees?: string) => Promise<void>;

/** `wanted`: where it was to go on. */
async function finish(
  answer: Response<'sign-in'>,
  wanted = new URLSearchParams(location.search).get('redirect'),
): Promise<void> {
  startSession(answer);
  await openAfterSignIn(safeRedirect(wanted) ?? PATHS.PvPlant);
}

/** False: the user cancelled the passkey prompt. */
async function finishByPasskey(): Promise<false | undefined> {
  const answer = await (await untilLoaded(loadPasskey)).signInByPasskey();
  if (!answer) return false;
  await finish(answer);
  return undefined;
}

export default function SignInPage() {
  const { t } = useTranslation();
  /** The password is right, and the account needs a code or agreement to the terms. */
  const [first, setFirst] = useState<{ send: Send; asksTerms: boolean } | null>(null);
  const [ended] = useState(consumeEndReason);
  const frame = useLightForm(
    { account: '', password: '' },
    RULES,
    async ({ account, password }) => {
      const given = { account: account.trim(), password };
      return await orNextStep(async (code) => finish(await post('sign-in', { ...given, code })));
    },
    ended === 'expired' ? t('errors.expired') : null,
  );

  async function orNextStep(send: Send, ...given: Parameters<Send>): Promise<false | undefined> {
    try {
      await send(...given);
      return undefined;
    } catch (error) {
      const code = error instanceof ApiError && error.code;
      const asksTerms = code === ERROR_CODES.termsNeeded;
      if (!asksTerms && code !== ERROR_CODES.secondFactorNeeded) throw error;
      setFirst({ send, asksTerms });
      return false;
    }
  }

  /** The company's answer in the address, which is good once. */
  const takeAnswer = useEffectEvent(() => {
    const { hash, pathname } = location;
    if (!hash.startsWith(CALLBACK_HASH)) return;
    // Neither a reload nor the browser's history has it again.
    history.replaceState(null, '', pathname);
    void frame.run(async () => {
      const { signInByCompany } = await untilLoaded(loadCompany);
      return await orNextStep(signInByCompany(hash.slice(CALLBACK_HASH.length), finish));
    });
  });
  useEffect(() => takeAnswer(), []);

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${brand.name}`;
  }, [t]);

  const head = (
    <>
      <Logo size={44} />
      <h1>{brand.name}</h1>
    </>
  );
  return (
    <div className={classes.page}>
      <main className={classes.box}>
        {first && (
          <Suspense fallback={<div className={classes.brand}>{head}</div>}>
            {first.asksTerms ? (
              <Terms
                head={head}
                onAgree={(version) => orNextStep(first.send, undefined, version)}
                onBack={() => setFirst(null)}
              />
            ) : (
              <SecondStep head={head} onCode={first.send} onPasskey={finishByPasskey} onBack={() => setFirst(null)} />
            )}
          </Suspense>
        )}
        {!first && <PasswordForm frame={frame} head={head} hasLeft={ended === 'left'} />}
        {!first && portal.demo && portal.demo.accounts.length > 0 && (
          <DemoAccounts demo={portal.demo} isBusy={frame.isSending} onChoose={frame.submit} />
        )}
      </main>
      <PlainFooter className={classes.footer}>
        <LanguageChoice quiet />
      </PlainFooter>
    </div>
  );
}

interface PasswordFormProps {
  frame: ReturnType<typeof useLightForm<Credentials>>;
  head: ReactNode;
  /** The user has just signed out. */
  hasLeft: boolean;
}

/** Account and password, and the other ways to sign in. */
function PasswordForm({ frame, head, hasLeft }: PasswordFormProps) {
  const { t } = useTranslation();
  return (
    <LightForm frame={frame} className={classes.form}>
      <div className={classes.brand}>
        {head}
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
      {hasLeft && !frame.failure && <Notice kind="ok">{t('signIn.left')}</Notice>}
      {frame.failure && <Notice kind="error">{frame.failure}</Notice>}
      <Button type="submit" size="md" fullWidth loading={frame.isSending}>
        {t('signIn.submit')}
      </Button>
      <PasskeyButton
        label={t('signIn.passkey')}
        disabled={frame.isSending}
        onClick={() => void frame.run(finishByPasskey)}
      />
      <Button
        variant="default"
        size="md"
        fullWidth
        disabled={frame.isSending}
        onClick={() =>
          void frame.ask(['account'], async ({ account }) =>
            (await untilLoaded(loadCompany)).goToCompany(account.trim()),
          )
        }
      >
        {t('signIn.company')}
      </Button>
      <div className={classes.ways}>
        <a href={PATHS.ForgetPwd}>{t('signIn.forgot')}</a>
        {portal.openRegistration && <a href={PATHS.Register}>{t('signIn.register')}</a>}
      </div>
    </LightForm>
  );
}
