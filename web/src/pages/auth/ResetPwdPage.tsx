// Target of a password reset link. Its token is in the fragment, which no server receives; the brand comes from the query (brand/portal.ts).
import { resetPasswordEmail } from '@heliograph/contract/calls/reset-password-email.ts';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { post } from '../../api/post.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import { repeatFaults } from '../../components/form/rules.ts';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { addTexts } from '../../i18n/start.ts';
import { links } from '../../links.ts';
import { unfitAt } from '../../shell/passwordRules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthForm, NewPassword } from './AuthForm.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ToSignIn } from './ToSignIn.tsx';

type PasswordForm = { password: string; again: string };
const EMPTY: PasswordForm = { password: '', again: '' };
const rules = contractRules<PasswordForm>(resetPasswordEmail.request, {
  empty: EMPTY,
  wireOf: ({ password }) => ({ password }),
  alsoRequired: ['again'],
  also: ({ password, again }) => repeatFaults('again', password, again),
});
/** Minimum length of the contract, shown at the field before anything is typed. */
const MIN_PASSWORD = rules.faults({ password: 'x', again: '' }).password?.min;

const JoinCompany = lazyPart(async () => (await Promise.all([import('./JoinCompany.tsx'), addTexts(['join'])]))[0]);

/** Also serves invitations into a company, whose token has another name in the fragment. */
export default function ResetPwdPage() {
  const [invitation] = useState(() => new URLSearchParams(location.hash.slice(1)).get('invitation') ?? '');
  if (invitation === '') return <NewPasswordByMail />;
  return (
    <Suspense>
      <JoinCompany token={invitation} />
    </Suspense>
  );
}

function NewPasswordByMail() {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [isDone, setDone] = useState(false);
  const frame = useFormFrame({
    start: EMPTY,
    rules,
    refusedAt: unfitAt('password'),
    send: async ({ password }) => {
      await post('reset-password-email', { token, password: password.trim() }, { changes: true });
      setDone(true);
    },
  });
  const newLink = <Link {...links.forgetPwd()}>{t('resetPwd.askAgain')}</Link>;
  return (
    <AuthFrame title={t('resetPwd.title')} text={t('resetPwd.text')}>
      {isDone ? (
        <>
          <Notice kind="ok">
            <b>{t('resetPwd.done')}</b>
            <br />
            {t('resetPwd.doneText')}
          </Notice>
          <ToSignIn />
        </>
      ) : token === '' ? (
        <>
          <Notice kind="error">{t('resetPwd.noToken')}</Notice>
          {newLink}
        </>
      ) : (
        <>
          <AuthForm frame={frame} submit={t('resetPwd.submit')}>
            <NewPassword label={t('resetPwd.password')} repeatLabel={t('resetPwd.again')} min={MIN_PASSWORD} />
          </AuthForm>
          {newLink}
        </>
      )}
    </AuthFrame>
  );
}
