// How often the user gets the digest of open problems by e-mail; it comes in the morning of this browser's time zone.
import type { ProblemDigest } from '@heliograph/contract/entities/problemDigest.ts';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';
import { toastFailed } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export function DigestChoice() {
  const { t } = useTranslation();
  const info = useCall('account/info', {});
  const { mutate, variables, isPending } = useChange('account/update', ['account/info']);
  const digest = (isPending ? variables.problemDigest : undefined) ?? info.data?.problemDigest ?? 'off';
  const zone = (isPending ? variables.digestTimezone : undefined) ?? info.data?.digestTimezone ?? '';
  return (
    <li className={`${classes.session} ${classes.wide} ${classes.choice}`}>
      <div className={classes.client}>
        <b>{t('channels.digest')}</b>
        <div className="muted">{t('channels.digestText')}</div>
        {digest !== 'off' && <div className="muted">{t('channels.digestZone', { zone })}</div>}
      </div>
      <div className={classes.end}>
        <Choice
          aria-label={t('channels.digest')}
          value={digest}
          choices={(['off', 'weekly', 'daily'] as const).map((value) => ({
            value,
            label: t(`channels.digests.${value}`),
          }))}
          onChange={(value) =>
            mutate(
              { problemDigest: value as ProblemDigest, digestTimezone: ownZone() },
              { onError: (error) => toastFailed(messageOf(error, t)) },
            )
          }
        />
      </div>
    </li>
  );
}
