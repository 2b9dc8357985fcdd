// Second step of a registration: mailed code, personal data, password and consent. Signs the new user in.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { CODE_MINUTES, TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { post } from '../../../api/post.ts';
import { useCall } from '../../../api/useCall.ts';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormField } from '../../../components/form/formContext.ts';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { links } from '../../../links.ts';
import { startSession } from '../../../session/session.ts';
import { announce } from '../../../ui/announcer.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { AuthForm } from '../AuthForm.tsx';
import { ToSignIn } from '../ToSignIn.tsx';
import classes from './register.module.css';
import {
  type AccountForm,
  type Applicant,
  accountRules,
  EMPTY_ACCOUNT,
  MIN_PASSWORD,
  REFUSED_AT,
  wireOf,
} from './registerRules.ts';

const { TextField, PasswordField, ChoiceField } = fieldsOf<AccountForm>();
const LISTS = { staleMs: 3_600_000 };

interface Props {
  applicant: Applicant;
  onBack: () => void;
}

export function AccountStep({ applicant, onBack }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const frame = useFormFrame<AccountForm>({
    start: EMPTY_ACCOUNT,
    rules: useMemo(() => accountRules(applicant), [applicant]),
    refusedAt: REFUSED_AT,
    send: async (form) => {
      const { email, password, ...rest } = wireOf(applicant, form);
      await post('sign-up', { email, password, ...rest }, { changes: true });
      // The account exists from here on, even if signing in fails.
      setDone(true);
      startSession(await post('sign-in', { account: email, password }));
      toastDone(t('register.done'));
      await navigate({ ...links.sites(), replace: true });
    },
  });
  if (isDone) {
    return (
      <>
        <Notice kind="ok">{t('register.done')}</Notice>
        <ToSignIn />
      </>
    );
  }
  return (
    <AuthForm frame={frame} submit={t('register.submit')}>
      <Notice kind="info">{t('register.mailed', { email: applicant.email, minutes: CODE_MINUTES })}</Notice>
      <div className={classes.beside}>
        <TextField name="code" label={t('register.code')} autoComplete="one-time-code" />
        <div className={classes.code}>
          <SendAgain email={applicant.email} onFailure={frame.fail} />
          <Button variant="subtle" px="sm" onClick={onBack}>
            {t('register.otherAddress')}
          </Button>
        </div>
      </div>
      {applicant.kind !== 'owner' && (
        <TextField name="companyName" label={t('register.companyName')} autoComplete="organization" />
      )}
      <div className={classes.beside}>
        <TextField name="contactPerson" label={t('register.name')} autoComplete="name" />
        <TextField name="contactNumber" label={t('register.phone')} type="tel" autoComplete="tel" />
      </div>
      <Address />
      {/* Associates the password with its account for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={applicant.email} readOnly />
      <div className={classes.beside}>
        <PasswordField
          name="password"
          label={t('register.password')}
          description={t('validation.minLength', { min: MIN_PASSWORD })}
          autoComplete="new-password"
          hasAsterisk
        />
        <PasswordField name="again" label={t('register.again')} autoComplete="new-password" hasAsterisk />
      </div>
      <Agreement />
    </AuthForm>
  );
}

function Address() {
  const { t } = useTranslation();
  const country = useWatch<AccountForm, 'countryCode'>({ name: 'countryCode' });
  const state = useFormField('StateCode');
  const countries = useCall('common/country', {}, LISTS);
  const states = useCall('common/state', { country }, { ...LISTS, enabled: country.length === 2 });
  const choices = (list: readonly { code: string; name: string }[] = []) =>
    list.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <div className={classes.beside}>
        <ChoiceField
          name="countryCode"
          label={t('register.country')}
          choices={choices(countries.data?.list)}
          // Clears the state, which belongs to the previous country.
          onChosen={() => state.onChange('')}
        />
        <ChoiceField name="StateCode" label={t('register.state')} choices={choices(states.data?.list)} mayBeEmpty />
      </div>
      <div className={classes.beside}>
        <TextField name="street" label={t('register.street')} autoComplete="address-line1" />
        <TextField name="city" label={t('register.city')} autoComplete="address-level2" />
      </div>
    </>
  );
}

function Agreement() {
  const { t } = useTranslation();
  const { value, onChange, error, ref } = useFormField('agreedTo');
  return (
    <div className={classes.agreement}>
      <Checkbox
        ref={ref}
        name="agreedTo"
        label={t('register.agree')}
        error={error}
        checked={value === TERMS_VERSION}
        onChange={(event) => onChange(event.currentTarget.checked ? TERMS_VERSION : '')}
      />
      <a href={PATHS.PrivacyPolicy} target="_blank" rel="noreferrer">
        {t('register.read')}
      </a>
    </div>
  );
}

function SendAgain({ email, onFailure }: { email: string; onFailure: (error: unknown) => void }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'sent' | 'sending' | 'again'>('sent');
  const send = async () => {
    setState('sending');
    try {
      await post('sign-up/code', { email }, { changes: true });
      setState('again');
      announce(t('register.sent'));
    } catch (error) {
      onFailure(error);
      setState('sent');
    }
  };
  return (
    <>
      <Button variant="default" loading={state === 'sending'} onClick={() => void send()}>
        {t('register.sendAgain')}
      </Button>
      <span className="muted">{state === 'again' ? t('register.sent') : ''}</span>
    </>
  );
}
