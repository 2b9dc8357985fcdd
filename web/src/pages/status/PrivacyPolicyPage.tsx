// Privacy policy: the brand's own text, else the portal's in plain language with the company and address of the brand.
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { prefetchCall, queryClient, useCall } from '../../api/useCall.ts';
import { brand, portal } from '../../brand/portal.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dayText } from '../../format/times.ts';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { StatusFrame } from './StatusFrame.tsx';
import classes from './StatusPage.module.css';

/** External services that receive data, depending on the settings of the operator. */
const OPERATOR_SERVICES = [
  ...(portal.mapTiles ? (['tiles'] as const) : []),
  ...(portal.asksGeocoder ? (['geocoder'] as const) : []),
  ...(portal.asksWeather ? (['weather'] as const) : []),
  ...(portal.asksStolenPasswords ? (['stolenPasswords'] as const) : []),
  ...(portal.sendsMail ? (['mail'] as const) : []),
];
/** Recipients of data that users set up themselves. */
const USER_SERVICES = ['push', 'webhooks', 'provider'] as const;
const PARTS = ['who', 'what', 'why', 'browser', 'others', 'rights', 'terms'] as const;

export function prefetch(): Promise<void>[] {
  return [prefetchCall('common/privacyPolicy', {})];
}

export default function PrivacyPolicyPage() {
  const { t } = useTranslation();
  return (
    <StatusFrame title={t('privacy.title')}>
      <main className={classes.prose}>
        <h1>{t('privacy.title')}</h1>
        <QueryClientProvider client={queryClient}>
          <Policy />
        </QueryClientProvider>
      </main>
    </StatusFrame>
  );
}

/** The policy of the brand in the reader's language; without one, that of the portal. */
function Policy() {
  const own = useCall('common/privacyPolicy', {});
  if (own.data) return own.data.text === '' ? <PortalPolicy /> : <p className={classes.ownText}>{own.data.text}</p>;
  if (own.error) return <ErrorState error={own.error} onRetry={() => void own.refetch()} compact />;
  return <RowSkeletons rows={8} height={96} />;
}

function PortalPolicy() {
  const { t } = useTranslation();
  return (
    <>
      {PARTS.map((part) => (
        <section key={part}>
          <h2>{t(`privacy.${part}Title`)}</h2>
          {part === 'others' ? (
            [...(OPERATOR_SERVICES.length > 0 ? OPERATOR_SERVICES : (['nobody'] as const)), ...USER_SERVICES].map(
              (other) => (
                <p key={other}>
                  {t(`privacy.${other}`, { host: portal.mapTiles && new URL(portal.mapTiles.url).host })}
                </p>
              ),
            )
          ) : (
            <p>{t(`privacy.${part}`, { company: brand.companyName, mail: brand.supportMail })}</p>
          )}
          {part === 'what' && <p>{t('privacy.whatMore')}</p>}
        </section>
      ))}
      <p>{t('privacy.version', { version: dayText(TERMS_VERSION) })}</p>
    </>
  );
}
