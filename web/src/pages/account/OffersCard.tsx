// Plants and service assignments that are offered to this account, to accept or decline. Renders nothing without offers.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { dateOf } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastDone, toastFailed } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';

type Offer = Response<'account/offers'>['list'][number];

export function OffersCard() {
  const { t } = useTranslation();
  const offers = useCall('account/offers', {});
  const answer = useChange('account/offers/answer', ['account/offers', 'site/listWithSN', 'overview/siteStatusCounts']);
  const [selected, setSelected] = useState<Offer | null>(null);
  const list = offers.data?.list ?? [];
  const close = () => {
    setSelected(null);
    answer.reset();
  };
  const send = ({ sid, kind, siteName }: Offer, accepts: boolean) =>
    answer.mutate(
      { sid, kind, accepts },
      {
        onSuccess: () => {
          toastDone(accepts ? t('account.offers.accepted', { name: siteName }) : t('account.offers.declined'));
          close();
        },
        onError: (error) => {
          if (!accepts) toastFailed(messageOf(error, t));
        },
      },
    );
  if (list.length === 0) return null;
  return (
    <Card flush title={t('account.offers.title')}>
      <ul className={classes.sessions}>
        {list.map((offer) => (
          <li key={`${offer.sid} ${offer.kind}`} className={classes.offer}>
            <div className={classes.client}>
              <b>{t(`account.offers.${offer.kind}`, { name: offer.siteName })}</b>
              <div className="muted">
                {offer.city && `${offer.city}, `}
                {t('account.offers.from', { email: offer.fromEmail, day: dateOf(offer.expiresIso) })}
              </div>
            </div>
            <Group gap="xs">
              <Button variant="default" size="xs" disabled={answer.isPending} onClick={() => send(offer, false)}>
                {t('account.offers.decline')}
              </Button>
              <Button size="xs" disabled={answer.isPending} onClick={() => setSelected(offer)}>
                {t('account.offers.accept')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={selected !== null}
        onClose={close}
        onConfirm={() => selected && send(selected, true)}
        title={t('account.offers.acceptTitle', { name: selected?.siteName ?? '' })}
        text={t(`account.offers.${selected?.kind ?? 'owner'}Text`)}
        confirmLabel={t('account.offers.accept')}
        confirmColor={undefined}
        isBusy={answer.isPending}
        error={answer.error && selected ? messageOf(answer.error, t) : null}
      />
    </Card>
  );
}
