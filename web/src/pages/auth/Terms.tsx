// Agreement to the terms and the privacy policy at the first sign-in through a company, as at registration.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormField } from '../../components/form/formContext.ts';
import { requiredRules } from '../../components/form/rules.ts';
import { useLightForm } from './LightForm.tsx';
import { StepForm } from './StepForm.tsx';

type TermsForm = { agreedTo: string };
const RULES = requiredRules<TermsForm>(['agreedTo']);

interface Props {
  head: ReactNode;
  onAgree: (version: string) => Promise<unknown>;
  onBack: () => void;
}

export default function Terms({ head, onAgree, onBack }: Props) {
  const { t } = useTranslation();
  const frame = useLightForm({ agreedTo: '' }, RULES, ({ agreedTo }) => onAgree(agreedTo));
  return (
    <StepForm frame={frame} head={head} text={t('secondStep.terms')} onBack={onBack}>
      <Agreement />
      <a href={PATHS.PrivacyPolicy} target="_blank" rel="noreferrer">
        {t('secondStep.read')}
      </a>
    </StepForm>
  );
}

function Agreement() {
  const { t } = useTranslation();
  const { value, onChange, error } = useFormField('agreedTo');
  return (
    <Checkbox
      name="agreedTo"
      label={t('secondStep.agree')}
      error={error}
      checked={value === TERMS_VERSION}
      onChange={(event) => onChange(event.currentTarget.checked ? TERMS_VERSION : '')}
    />
  );
}
