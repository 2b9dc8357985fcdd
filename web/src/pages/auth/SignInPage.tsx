// Sign-in: brand, form and language. Works without the router, which is loaded when needed (main.tsx).
import type { Response } from '@heliograph/contract/calls.ts';
import { CALLBACK_HASH } from '@heliograph/contract/companySignIn.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLost } from '../../api/connection.ts';
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
import { FROM_OTHER_PORTAL, leaveForOwnPortal } from '../../session/ownPortal.ts';
import { consumeEndReason, startSession } from '../../session/session.ts';
import { LanguageChoice } from '../../shell/LanguageChoice.tsx';
import { PlainFooter } from '../../shell/PlainFooter.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { LightForm, useLightForm } from './LightForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import classes from './SignInPage.module.css';

type Credentials = { account: string; password: string };
// The contract only requires credentials to be non-empty; its schemas would be a tenth of this page's size.
const RULES = requiredRules<Credentials>(['account', 'password']);
const { TextField, PasswordField } = textFieldsOf<Credentials>();

const SecondStep = lazyPart(async () => (await Promise.all([import('./SecondStep.tsx'), addTexts(['secondStep'])]))[0]);
const Terms = lazyPart(async () => (await Promise.all([import('./Terms.tsx'), addTexts(['secondStep'])]))[0]);
const loadCompany = () => import('./company.ts');
const loadPasskey = async () => (await Promise.all([import('./passkey.ts'), addTexts(['secondStep'])]))[0];

type Send = (code?: string, agrees?: string) => Promise<void>;

/** Starts the session and opens `redirect`, else the plant list. */
async function finish(
  answer: Response<'sign-in'>,
  redirect = new URLSearchParams(location.search).get('redirect'),
): Promise<void> {
  startSession(answer);
  const address = safeRedirect(redirect);
  if (await leaveForOwnPortal(answer.userInfo, address)) return;
  await openAfterSignIn(address ?? PATHS.PvPlant);
}

/** Signs in with a passkey; returns false if the user cancelled the prompt. */
async function finishByPasskey(): Promise<false | undefined> {
  const answer = await (await untilLoaded(loadPasskey)).signInByPasskey();
  if (!answer) return false;
  await finish(answer);
  return undefined;
}

const HEAD = (
  <>
    <Logo size={44} />
    <h1>{brand.name}</h1>
  </>
);

export default function SignInPage() {
  const { t } = useTranslation();
  /** Step after a correct password: a code, or agreement to the terms. */
  const [nextStep, setNextStep] = useState<{ send: Send; asksTerms: boolean; reason?: string } | null>(null);
  const [endReason] = useState(consumeEndReason);
  const frame = useLightForm(
    { account: '', password: '' },
    RULES,
    async ({ account, password }) => {
      const credentials = { account: account.trim(), password };
      return await sendOrAskNext(async (code) => finish(await post('sign-in', { ...credentials, code })));
    },
    endReason === 'expired' ? t('errors.expired') : null,
  );

  async function sendOrAskNext(send: Send, ...args: Parameters<Send>): Promise<false | undefined> {
    try {
      await send(...args);
      return undefined;
    } catch (error) {
      const code = error instanceof ApiError && error.code;
      const asksTerms = code === ERROR_CODES.termsNeeded;
      if (code === ERROR_CODES.proofNeeded) setNextStep({ send, asksTerms, reason: (error as ApiError).message });
      else if (asksTerms || code === ERROR_CODES.secondFactorNeeded) setNextStep({ send, asksTerms });
      else throw error;
      return false;
    }
  }

  /** Consumes the company's answer in the address, which is valid once. */
  const consumeCallback = useEffectEvent(() => {
    const { hash, pathname } = location;
    if (!hash.startsWith(CALLBACK_HASH)) return;
    // Removes it from reloads and the browser's history.
    history.replaceState(null, '', pathname);
    void frame.run(async () => {
      const { signInByCompany } = await untilLoaded(loadCompany);
      return await sendOrAskNext(signInByCompany(hash.slice(CALLBACK_HASH.length), finish));
    });
  });
  useEffect(() => consumeCallback(), []);

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${brand.name}`;
  }, [t]);

  return (
    <div className={classes.page}>
      <main className={classes.box}>
        {nextStep && (
          <Suspense fallback={<div className={classes.brand}>{HEAD}</div>}>
            {nextStep.asksTerms ? (
              <Terms
                head={HEAD}
                onAgree={(version) => sendOrAskNext(nextStep.send, undefined, version)}
                onBack={() => setNextStep(null)}
              />
            ) : (
              <SecondStep
                head={HEAD}
                reason={nextStep.reason}
                onCode={nextStep.send}
                onPasskey={finishByPasskey}
                onBack={() => setNextStep(null)}
              />
            )}
          </Suspense>
        )}
        {!nextStep && <PasswordForm frame={frame} head={HEAD} hasSignedOut={endReason === 'left'} />}
        {!nextStep && portal.demo && portal.demo.accounts.length > 0 && (
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
  /** True if the user has just signed out. */
  hasSignedOut: boolean;
}

/** Account and password, and the other sign-in methods. */
function PasswordForm({ frame, head, hasSignedOut }: PasswordFormProps) {
  const { t } = useTranslation();
  const isLost = useIsLost();
  const [isSentHere] = useState(location.hash === FROM_OTHER_PORTAL);
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
      {isLost && <Notice kind="warning">{t('signIn.offline')}</Notice>}
      {isSentHere && !frame.failure && <Notice kind="info">{t('signIn.ownPortal')}</Notice>}
      {hasSignedOut && !frame.failure && <Notice kind="ok">{t('signIn.left')}</Notice>}
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
          void frame.submitFields(['account'], async ({ account }) =>
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
