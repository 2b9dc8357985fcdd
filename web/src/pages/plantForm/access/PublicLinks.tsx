// Links to the plant's public page: created with a last day, shown once, and revoked.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { dateOf, dayText } from '../../../format/times.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import partHead from '../partHead.module.css';
import classes from './access.module.css';
import { PublicLinkDialog } from './PublicLinkDialog.tsx';

type PublicLink = Response<'site/publicLinks'>['list'][number];

export function PublicLinks({ sid, timeZone }: { sid: string; timeZone: string }) {
  const { t } = useTranslation();
  const links = useCall('site/publicLinks', { sid }, { staleMs: 0 });
  const revoke = useChange('site/publicLinks/revoke', ['site/publicLinks']);
  const [isCreating, setCreating] = useState(false);
  const [linkToRevoke, setLinkToRevoke] = useState<PublicLink | null>(null);
  const { data } = links;
  const nameOf = ({ title }: PublicLink) => title || t('access.public.plantsName');
  const close = () => {
    setLinkToRevoke(null);
    revoke.reset();
  };
  const confirmRevocation = () => {
    toastDone(t('access.public.revoked'));
    close();
  };
  return (
    <section aria-labelledby="site-public">
      <div className={partHead.head}>
        <div>
          <h2 id="site-public">{t('access.public.title')}</h2>
          <p>{t('access.public.text')}</p>
        </div>
        {data?.mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('access.public.add')}
          </Button>
        )}
      </div>
      {links.error && !data && <ErrorState error={links.error} onRetry={() => void links.refetch()} compact />}
      {!data && !links.error && <RowSkeletons rows={1} />}
      {data?.list.length === 0 && <p className={classes.none}>{t('access.public.none')}</p>}
      {data && data.list.length > 0 && (
        <ul className={classes.rows}>
          {data.list.map((link) => (
            <li key={link.id}>
              <div>
                <b>{nameOf(link)}</b>
                <span className="muted">
                  {t('access.public.until', { day: dayText(link.lastDay), made: dateOf(link.madeIso, timeZone) })}
                </span>
              </div>
              {data.mayChange && (
                <Button variant="default" size="xs" onClick={() => setLinkToRevoke(link)}>
                  {t('access.public.revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isCreating && data && (
        <PublicLinkDialog
          sid={sid}
          firstDay={data.firstDay}
          lastDay={data.lastDay}
          onClose={() => setCreating(false)}
        />
      )}
      <ConfirmDialog
        opened={linkToRevoke !== null}
        onClose={close}
        onConfirm={() => linkToRevoke && revoke.mutate({ sid, id: linkToRevoke.id }, { onSuccess: confirmRevocation })}
        title={t('access.public.revokeTitle', { name: linkToRevoke ? nameOf(linkToRevoke) : '' })}
        text={t('access.public.revokeText')}
        confirmLabel={t('access.public.revoke')}
        isBusy={revoke.isPending}
        error={revoke.error ? messageOf(revoke.error, t) : null}
      />
    </section>
  );
}
