// Who the account belongs to; name, telephone and address can be changed here.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { RowBones } from '../../ui/Bones.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastDone } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';

type Profile = Response<'account/info'>;
type Fields = Pick<Profile, 'contactPerson' | 'contactNumber' | 'city' | 'street'>;

export function ProfileCard() {
  const { t } = useTranslation();
  const info = useCall('account/info', {});
  return (
    <Card title={t('account.profile')}>
      {info.data ? (
        <ProfileForm profile={info.data} />
      ) : info.error ? (
        <ErrorState error={info.error} onRetry={() => void info.refetch()} compact />
      ) : (
        <RowBones rows={7} height={52} />
      )}
    </Card>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const change = useChange('account/update', ['account/info']);
  const [failure, setFailure] = useState<string | null>(null);
  const { contactPerson, contactNumber, city, street } = profile;
  const form = useForm<Fields>({ values: { contactPerson, contactNumber, city, street } });
  const send = form.handleSubmit(async (fields) => {
    setFailure(null);
    try {
      await change.mutateAsync(fields);
      toastDone(t('saved.saved'));
    } catch (error) {
      setFailure(messageOf(error, t));
    }
  });
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="sm">
        <dl className={classes.facts}>
          <dt>{t('account.email')}</dt>
          <dd>{profile.email}</dd>
          <dt>{t('account.group')}</dt>
          <dd>{profile.groupName || '–'}</dd>
          <dt>{t('account.company')}</dt>
          <dd>{profile.companyName || '–'}</dd>
        </dl>
        <TextInput label={t('account.name')} autoComplete="name" maxLength={120} {...form.register('contactPerson')} />
        <TextInput
          label={t('account.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          {...form.register('contactNumber')}
        />
        <TextInput
          label={t('account.street')}
          autoComplete="street-address"
          maxLength={200}
          {...form.register('street')}
        />
        <TextInput label={t('account.city')} autoComplete="address-level2" maxLength={120} {...form.register('city')} />
        {failure && <Notice kind="error">{failure}</Notice>}
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.formState.isDirty} loading={form.formState.isSubmitting}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
