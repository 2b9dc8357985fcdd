// Profile of the account: picture, name, telephone and address can be edited.
import { accountUpdate } from '@heliograph/contract/calls/account/update.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { contractRules } from '../../components/form/contractRules.ts';
import { Form, FormFailure } from '../../components/form/Form.tsx';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { toastDone } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';
import { ProfilePicture } from './ProfilePicture.tsx';

type Profile = Response<'account/info'>;
type ProfileForm = Pick<Profile, 'contactPerson' | 'contactNumber' | 'businessName' | 'city' | 'street'>;

export function ProfileCard() {
  const { t } = useTranslation();
  const info = useCall('account/info', {});
  return (
    <Card title={t('account.profile')}>
      {info.data ? (
        <Stack gap="md">
          <ProfilePicture profile={info.data} />
          <ProfileForm profile={info.data} />
        </Stack>
      ) : info.error ? (
        <ErrorState error={info.error} onRetry={() => void info.refetch()} compact />
      ) : (
        // Same height as the picture, the three facts, the four fields and the button.
        <RowSkeletons rows={7} height={71} />
      )}
    </Card>
  );
}

const { TextField } = textFieldsOf<ProfileForm>();
const rules = contractRules<ProfileForm>(accountUpdate.request, {
  empty: { contactPerson: '', contactNumber: '', businessName: '', city: '', street: '' },
});

function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const change = useChange('account/update', ['account/info']);
  const { contactPerson, contactNumber, businessName, city, street } = profile;
  const frame = useFormFrame<ProfileForm>({
    start: { contactPerson, contactNumber, businessName, city, street },
    rules,
    follows: true,
    send: async (fields) => {
      await change.mutateAsync(fields);
      frame.form.reset(fields);
      toastDone(t('saved.saved'));
    },
  });
  const { isDirty, isSubmitting } = frame.form.formState;
  return (
    <Form frame={frame} guard="lost">
      <Stack gap="sm">
        <dl className={classes.facts}>
          <dt>{t('account.email')}</dt>
          <dd>{profile.email}</dd>
          <dt>{t('account.group')}</dt>
          <dd>{profile.groupName || '–'}</dd>
          <dt>{t('account.company')}</dt>
          <dd>{profile.companyName || '–'}</dd>
        </dl>
        <TextField name="contactPerson" label={t('account.name')} autoComplete="name" />
        {/* Set at registration only; other accounts have no such field. */}
        {businessName !== '' && (
          <TextField name="businessName" label={t('account.business')} autoComplete="organization" />
        )}
        <TextField name="contactNumber" label={t('account.phone')} type="tel" autoComplete="tel" />
        <TextField name="street" label={t('account.street')} autoComplete="address-line1" />
        <TextField name="city" label={t('account.city')} autoComplete="address-level2" />
        <FormFailure failure={frame.failure} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
