// Invites a person into a company with a role.
import { SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/useCall.ts';
import { Form, FormEnd } from '../../../components/form/Form.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { useSession } from '../../../session/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { CompanyField } from '../CompanyField.tsx';
import { ChoiceField, PersonFields, TextField } from './PersonFields.tsx';
import { EMPTY_PERSON, inviteRules, PERSON_REFUSED_AT, type PersonForm } from './personForm.ts';
import { useRoles } from './userFields.ts';
import { PEOPLE, type PersonRow } from './userList.ts';

/** `resend` is an invitation whose link is sent again. */
export default function InviteDialog({ resend, onClose }: { resend?: PersonRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const roles = useRoles();
  const create = useChange('user/create', PEOPLE);
  const frame = useFormFrame<PersonForm>({
    start: resend
      ? {
          email: resend.email,
          contactPerson: resend.contactPerson,
          contactNumber: resend.contactNumber,
          countryCode: resend.countryCode,
          StateCode: resend.StateCode,
          city: resend.city,
          street: resend.street,
          companyId: String(resend.companyId),
          groupId: String(resend.groupId),
        }
      : { ...EMPTY_PERSON, companyId: String(info?.companyId ?? '') },
    rules: inviteRules,
    refusedAt: PERSON_REFUSED_AT,
    send: async ({ companyId, groupId, email, ...form }) => {
      await create.mutateAsync({
        ...form,
        email: email.trim(),
        companyId: Number(companyId),
        groupId: Number(groupId),
      });
      toastDone(t('people.invited', { email: email.trim() }));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t(resend ? 'people.inviteAgain' : 'people.invite')} size={600}>
      <Form frame={frame}>
        <Stack gap="sm">
          <p className="muted">{t('people.inviteText')}</p>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextField name="email" label={t('people.email')} type="email" />
            <TextField name="contactPerson" label={t('people.name')} />
            <CompanyField name="companyId" label={t('people.company')} />
            <ChoiceField name="groupId" label={t('people.role')} choices={roles} />
          </SimpleGrid>
          <PersonFields />
          <FormEnd frame={frame} onCancel={onClose} submit={t('people.send')} />
        </Stack>
      </Form>
    </Dialog>
  );
}
