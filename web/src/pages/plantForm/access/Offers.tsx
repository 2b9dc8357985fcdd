// The plant's owner, and open offers of ownership and of service.
import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { OfferDialog } from '../../../components/OfferDialog.tsx';
import { dateOf } from '../../../format/times.ts';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import partHead from '../partHead.module.css';
import classes from './access.module.css';

export function Offers({ sid, timeZone }: { sid: string; timeZone: string }) {
  const { t } = useTranslation();
  const offers = useCall('site/offers', { sid }, { staleMs: 0 });
  const withdraw = useChange('site/offers/withdraw', ['site/offers']);
  const [isOffering, setOffering] = useState(false);
  const { data } = offers;
  const isOffered = data?.list.some(({ kind }) => kind === 'owner') ?? false;
  return (
    <section aria-labelledby="site-access">
      <div className={partHead.head}>
        <div>
          <h2 id="site-access">{t('access.title')}</h2>
          {data && (
            <p>
              {data.userEmail === '' ? t('access.ownedByNobody') : t('access.ownedBy', { email: data.userEmail })}{' '}
              {!data.mayOffer && t('access.onlyOwner')}
            </p>
          )}
        </div>
        {data?.mayOffer && !isOffered && (
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOffering(true)}
          >
            {t('access.handOver')}
          </Button>
        )}
      </div>
      {offers.error && !data && <ErrorState error={offers.error} onRetry={() => void offers.refetch()} compact />}
      {!data && !offers.error && <RowSkeletons rows={1} />}
      {data && data.list.length > 0 && (
        <ul className={classes.rows}>
          {data.list.map(({ kind, email, expiresIso, mayWithdraw }) => (
            <li key={kind}>
              <div>
                <b>{t(`access.open.${kind}`, { email })}</b>
                <span className="muted">{t('access.until', { day: dateOf(expiresIso, timeZone) })}</span>
                {!data.sendsMail && <span className="muted">{t('access.noMail')}</span>}
              </div>
              {mayWithdraw && (
                <Button
                  variant="default"
                  size="xs"
                  loading={withdraw.isPending}
                  onClick={() =>
                    withdraw.mutate(
                      { sid, kind },
                      {
                        onSuccess: () => toastDone(t('access.withdrawn')),
                        onError: (error) => toastFailed(messageOf(error, t)),
                      },
                    )
                  }
                >
                  {t('access.withdraw')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOffering && <OfferDialog sid={sid} isOwned={data?.userEmail !== ''} onClose={() => setOffering(false)} />}
    </section>
  );
}
