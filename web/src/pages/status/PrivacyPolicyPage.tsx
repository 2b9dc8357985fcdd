// The privacy policy, in plain words, with the brand's company and address.
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/portal.ts';
import { StatusFrame } from './StatusFrame.tsx';
import classes from './StatusPage.module.css';

const PARTS = ['who', 'what', 'why', 'browser', 'rights'] as const;

export default function PrivacyPolicyPage() {
  const { t } = useTranslation();
  return (
    <StatusFrame title={t('privacy.title')}>
      <main className={classes.prose}>
        <h1>{t('privacy.title')}</h1>
        {PARTS.map((part) => (
          <section key={part}>
            <h2>{t(`privacy.${part}Title`)}</h2>
            <p>{t(`privacy.${part}`, { company: brand.companyName, mail: brand.supportMail })}</p>
          </section>
        ))}
      </main>
    </StatusFrame>
  );
}
