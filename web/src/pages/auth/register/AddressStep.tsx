// First step of a registration: the kind of account and the address that receives the code.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { SIGN_UP_KINDS, type SignUpKind } from '@heliograph/contract/calls/sign-up.ts';
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { post } from '../../../api/post.ts';
import { useFormField } from '../../../components/form/formContext.ts';
import { textFieldsOf } from '../../../components/form/textFields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { AuthForm } from '../AuthForm.tsx';
import classes from './register.module.css';
import { type Applicant, addressRules } from './registerRules.ts';

const { TextField } = textFieldsOf<Applicant>();

interface Props {
  start: Applicant;
  onMailed: (applicant: Applicant) => void;
}

export function AddressStep({ start, onMailed }: Props) {
  const { t } = useTranslation();
  const frame = useFormFrame<Applicant>({
    start,
    rules: addressRules,
    send: async ({ kind, email }) => {
      await post('sign-up/code', { email: email.trim() }, { changes: true });
      onMailed({ kind, email: email.trim() });
    },
  });
  return (
    <AuthForm frame={frame} submit={t('register.sendCode')}>
      <KindField />
      <TextField
        name="email"
        label={t('register.email')}
        type="email"
        autoComplete="username"
        size="md"
        hasAsterisk={false}
      />
    </AuthForm>
  );
}

function KindField() {
  const { t } = useTranslation();
  const { value, onChange } = useFormField('kind');
  return (
    <Radio.Group label={t('register.kind')} value={String(value)} onChange={(kind) => onChange(kind as SignUpKind)}>
      <div className={classes.kinds}>
        {SIGN_UP_KINDS.map((kind) => (
          <Radio key={kind} value={kind} label={t(`register.${kind}`)} description={t(`register.${kind}Text`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
