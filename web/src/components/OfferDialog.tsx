// Offers the plant to an e-mail address; explains in advance what ends when the offer is accepted.
import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/failures.ts';
import { useChange } from '../api/useCall.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toastDone } from '../ui/toast.tsx';
import { WRAPPER_ORDER } from './form/textFields.tsx';

interface Props {
  sid: string;
  /** Whether the plant has an owner; otherwise its company offers it. */
  isOwned: boolean;
  onClose: () => void;
}

export function OfferDialog({ sid, isOwned, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const offer = useChange('site/offers/make', ['site/offers', 'account/leaving']);
  const email = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (offer.isPending) return;
    offer.mutate(
      { sid, email },
      {
        onSuccess: () => {
          toastDone(t('access.offered', { email }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t('access.handOverTitle')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p className="muted">{t(isOwned ? 'access.handOverText' : 'access.handOverFree')}</p>
          <TextInput
            type="email"
            label={t('access.email')}
            description={t('access.emailText')}
            inputWrapperOrder={WRAPPER_ORDER}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {offer.error && <Notice kind="error">{messageOf(offer.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={offer.isPending} disabled={email === ''}>
            {t('access.offer')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
