// Target of an invitation into a company: an existing account joins with one click, a new one chooses a password.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { userInvitationAccept } from '@heliograph/contract/calls/user/invitation/accept.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { Checkbox } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { post } from '../../api/post.ts';
import { queryClient, useCall } from '../../api/useCall.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import { useFormField } from '../../components/form/formContext.ts';
import { repeatFaults } from '../../components/form/rules.ts';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { unfitAt } from '../../shell/passwordRules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { AuthForm, NewPassword } from './AuthForm.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ToSignIn } from './ToSignIn.tsx';

type Invitation = Response<'user/invitation'>;
type JoinForm = { password: string; again: string; agreedTo: string };
const EMPTY: JoinForm = { password: '', again: '', agreedTo: '' };
const newAccount = contractRules<JoinForm>(userInvitationAccept.request, {
  empty: EMPTY,
  wireOf: ({ password, agreedTo }) => ({ token: 'x'.repeat(20), password, agreedTo }),
  alsoRequired: ['password', 'again', 'agreedTo'],
  also: ({ password, again }) => repeatFaults('again', password, again),
});
/** Rules for an existing account, which has nothing to fill in. */
const existingAccount = contractRules<JoinForm>(userInvitationAccept.request, {
  empty: EMPTY,
  wireOf: () => ({ token: 'x'.repeat(20) }),
});
const MIN_PASSWORD = newAccount.faults({ ...EMPTY, password: 'x' }).password?.min;

/** Provides the query client, which pages before sign-in do not have. */
export default function JoinCompany({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationLoader token={token} />
    </QueryClientProvider>
  );
}

function InvitationLoader({ token }: { token: string }) {
  const { t } = useTranslation();
  const query = useCall('user/invitation', { token }, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <AuthFrame title={t('join.title')} text={t('join.text')}>
      {query.data ? (
        <Answer token={token} invitation={query.data} />
      ) : query.error ? (
        <>
          <Notice kind="error">{messageOf(query.error, t)}</Notice>
          <ToSignIn />
        </>
      ) : (
        <RowSkeletons rows={3} height={64} />
      )}
    </AuthFrame>
  );
}

function Answer({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  const { companyName: company, email, groupName: role, hasAccount, isHandedOver } = invitation;
  const frame = useFormFrame<JoinForm>({
    start: EMPTY,
    rules: hasAccount ? existingAccount : newAccount,
    refusedAt: { ...unfitAt('password'), wrongPassword: 'password', termsHaveChanged: 'agreedTo' },
    send: async ({ password, agreedTo }) => {
      const credentials = hasAccount ? {} : { password: password.trim(), agreedTo };
      await post('user/invitation/accept', { token, ...credentials }, { changes: true });
      setDone(true);
    },
  });
  if (isDone) {
    return (
      <>
        <Notice kind="ok">
          <b>{t('join.done', { company })}</b>
          <br />
          {hasAccount ? t('join.doneJoined') : t('join.doneText', { email })}
        </Notice>
        <ToSignIn />
      </>
    );
  }
  return (
    <AuthForm frame={frame} submit={t('join.accept')}>
      <p>{t('join.into', { company, email, role })}</p>
      <p className="muted">
        {t(hasAccount ? 'join.hasAccount' : isHandedOver ? 'join.handedOver' : 'join.newAccount')}
      </p>
      {!hasAccount && (
        <>
          {/* Associates the password with its account for password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <NewPassword label={t('join.password')} repeatLabel={t('join.again')} min={MIN_PASSWORD} />
          <Agreement />
        </>
      )}
    </AuthForm>
  );
}

function Agreement() {
  const { t } = useTranslation();
  const { value, onChange, error, ref } = useFormField('agreedTo');
  return (
    <div>
      <Checkbox
        ref={ref}
        name="agreedTo"
        mb={8}
        label={t('join.agree')}
        error={error}
        checked={value === TERMS_VERSION}
        onChange={(event) => onChange(event.currentTarget.checked ? TERMS_VERSION : '')}
      />
      <a href={PATHS.PrivacyPolicy} target="_blank" rel="noreferrer">
        {t('join.read')}
      </a>
    </div>
  );
}
