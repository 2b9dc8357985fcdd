// E-mail domains of a company's own sign-in: the required DNS record of each, and whether it was found.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { dateOf } from '../../../format/times.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import classes from '../people.module.css';

type Domains = Response<'user/company/signIn'>['domains'];

export function SignInDomains({ id, domains }: { id: number; domains: Domains }) {
  const { t } = useTranslation();
  if (domains.length === 0) return null;
  return (
    <section aria-label={t('people.signIn.proofs')}>
      <b>{t('people.signIn.proofs')}</b>
      {domains.some(({ provedIso }) => provedIso === null) && <p className="muted">{t('people.signIn.proofText')}</p>}
      <ul className={classes.domains}>
        {domains.map((each) => (
          <DomainRow key={each.domain} id={id} {...each} />
        ))}
      </ul>
    </section>
  );
}

function DomainRow({ id, domain, record, provedIso }: Domains[number] & { id: number }) {
  const { t } = useTranslation();
  const prove = useChange('user/company/signIn/prove', ['user/company/signIn']);
  const isProved = provedIso !== null;
  const check = () =>
    prove.mutate({ id, domain }, { onSuccess: () => toastDone(t('people.signIn.isProved', { domain })) });
  return (
    <li className={classes.domain}>
      <div>
        <b className={classes.strong}>{domain}</b>{' '}
        <StatusDot tone={isProved ? 'ok' : 'warning'}>
          {isProved ? t('people.signIn.proved', { day: dateOf(provedIso) }) : t('people.signIn.notProved')}
        </StatusDot>
        {!isProved && <code className={classes.record}>{record}</code>}
      </div>
      {!isProved && (
        <Button
          variant="default"
          size="xs"
          loading={prove.isPending}
          aria-label={t('people.signIn.checkFor', { domain })}
          onClick={check}
        >
          {t('people.signIn.check')}
        </Button>
      )}
      {prove.error && <Notice kind="error">{messageOf(prove.error, t)}</Notice>}
    </li>
  );
}
