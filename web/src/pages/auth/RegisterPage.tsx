// Registration in two steps: kind and address, then the mailed code and the account. A closed portal shows a notice instead.
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../api/useCall.ts';
import { brand, portal } from '../../brand/portal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { AccountStep } from './register/AccountStep.tsx';
import { AddressStep } from './register/AddressStep.tsx';
import type { Applicant } from './register/registerRules.ts';
import { ToSignIn } from './ToSignIn.tsx';

export default function RegisterPage() {
  const { t } = useTranslation();
  const [applicant, setApplicant] = useState<Applicant>({ kind: 'owner', email: '' });
  const [isMailed, setMailed] = useState(false);
  return (
    <QueryClientProvider client={queryClient}>
      <AuthFrame title={t('register.title')} text={t('register.text', { brand: brand.name })} isWide={isMailed}>
        {!portal.openRegistration ? (
          <Notice kind="info">{t('register.closed', { company: brand.companyName, mail: brand.supportMail })}</Notice>
        ) : isMailed ? (
          <AccountStep applicant={applicant} onBack={() => setMailed(false)} />
        ) : (
          <AddressStep
            start={applicant}
            onMailed={(submitted) => {
              setApplicant(submitted);
              setMailed(true);
            }}
          />
        )}
        {!isMailed && <ToSignIn isQuiet />}
      </AuthFrame>
    </QueryClientProvider>
  );
}
