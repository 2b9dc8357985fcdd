// Plants of the account to be deleted: each is deleted with it or offered to a new owner.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { OfferDialog } from '../../../components/OfferDialog.tsx';
import { dateOf } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import classes from './Unsubscribe.module.css';

type Plant = Response<'account/leaving'>['plants'][number];

export function LeavingPlants({ plants, owned }: { plants: readonly Plant[]; owned: number }) {
  const { t } = useTranslation();
  const mayOffer = usePermission('SiteUpdate');
  const [offeredSid, setOfferedSid] = useState<string | null>(null);
  const withdraw = useChange('site/offers/withdraw', ['account/leaving', 'site/offers']);
  const withdrawOffer = (sid: string) =>
    withdraw.mutate(
      { sid, kind: 'owner' },
      {
        onSuccess: () => toastDone(t('unsubscribe.withdrawn')),
        onError: (error) => toastFailed(messageOf(error, t)),
      },
    );
  return (
    <Card flush title={t('unsubscribe.plantsTitle')}>
      <p className={`${classes.text} muted`}>{t('unsubscribe.plantsText')}</p>
      <ul className={classes.plants}>
        {plants.map(({ sid, name, city, offer }) => (
          <li key={sid}>
            <div className={classes.plant}>
              <b>{name}</b>
              {city && <div className="muted">{city}</div>}
            </div>
            {offer ? (
              <span>{t('unsubscribe.offered', { email: offer.email, day: dateOf(offer.expiresIso) })}</span>
            ) : (
              <StatusDot tone="fault">{t('unsubscribe.deleted')}</StatusDot>
            )}
            {mayOffer && (
              <Button
                variant="default"
                size="xs"
                disabled={withdraw.isPending}
                aria-label={`${t(offer ? 'unsubscribe.withdraw' : 'unsubscribe.offer')}: ${name}`}
                onClick={() => (offer ? withdrawOffer(sid) : setOfferedSid(sid))}
              >
                {t(offer ? 'unsubscribe.withdraw' : 'unsubscribe.offer')}
              </Button>
            )}
          </li>
        ))}
        {owned > plants.length && <li>{t('unsubscribe.more', { count: owned - plants.length })}</li>}
      </ul>
      {offeredSid !== null && <OfferDialog sid={offeredSid} isOwned onClose={() => setOfferedSid(null)} />}
    </Card>
  );
}
