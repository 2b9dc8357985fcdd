// Requests a reset link by e-mail. The page shows the same text whether or not the address has an account.
import { emailForgetPassword } from '@heliograph/contract/calls/email-forget-password.ts';
import { RESET_MINUTES } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/post.ts';
import { brand, portal } from '../../brand/portal.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthForm } from './AuthForm.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ToSignIn } from './ToSignIn.tsx';

type EmailForm = { email: string };
const EMPTY: EmailForm = { email: '' };
const { TextField } = textFieldsOf<EmailForm>();
const rules = contractRules<EmailForm>(emailForgetPassword.request, {
  empty: EMPTY,
  wireOf: ({ email }) => ({ email: email.trim() }),
});

export default function ForgetPwdPage() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState('');
  const frame = useFormFrame({
    start: EMPTY,
    rules,
    send: async ({ email }) => {
      await post('email-forget-password', { email: email.trim() }, { changes: true });
      setSentTo(email.trim());
    },
  });
  return (
    <AuthFrame title={t('forgetPwd.title')} text={t('forgetPwd.text')}>
      {!portal.sendsMail ? (
        <Notice kind="info">{t('forgetPwd.noMail', { company: brand.companyName, mail: brand.supportMail })}</Notice>
      ) : sentTo !== '' ? (
        <>
          <Notice kind="ok">
            <b>{t('forgetPwd.sent')}</b>
            <br />
            {t('forgetPwd.sentText', { email: sentTo, minutes: RESET_MINUTES })}
          </Notice>
          <Button variant="default" size="md" fullWidth onClick={() => setSentTo('')}>
            {t('forgetPwd.again')}
          </Button>
        </>
      ) : (
        <AuthForm frame={frame} submit={t('forgetPwd.submit')}>
          <TextField
            name="email"
            label={t('forgetPwd.email')}
            type="email"
            autoComplete="username"
            size="md"
            hasAsterisk={false}
          />
        </AuthForm>
      )}
      <ToSignIn isQuiet />
    </AuthFrame>
  );
}
