// Invites a person into a company with a role.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/useCall.ts';
import { portal } from '../../../brand/portal.ts';
import { Form, FormEnd } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { language } from '../../../i18n/language.ts';
import { useLanguages } from '../../../i18n/languages.ts';
import { useSession } from '../../../session/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { CompanyField } from '../CompanyField.tsx';
import { InvitationLink } from '../InvitationLink.tsx';
import { PersonFields } from './PersonFields.tsx';
import { EMPTY_INVITE, type InviteForm, inviteRules, PERSON_REFUSED_AT } from './personForm.ts';
import { useRoles } from './userFields.ts';
import { PEOPLE, type PersonRow } from './userList.ts';

const { TextField, ChoiceField } = fieldsOf<InviteForm>();

/** `resend` is an invitation whose link is sent again. */
export default function InviteDialog({ resend, onClose }: { resend?: PersonRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const roles = useRoles();
  const languages = useLanguages();
  const create = useChange('user/create', PEOPLE);
  const [created, setCreated] = useState<{ email: string; link: string } | null>(null);
  const frame = useFormFrame<InviteForm>({
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
          language,
        }
      : { ...EMPTY_INVITE, companyId: String(info?.companyId ?? '') },
    rules: inviteRules,
    refusedAt: PERSON_REFUSED_AT,
    send: async ({ companyId, groupId, email, language: chosen, ...form }) => {
      const { link } = await create.mutateAsync({
        ...form,
        email: email.trim(),
        companyId: Number(companyId),
        groupId: Number(groupId),
        language: chosen as LanguageCode,
      });
      if (link !== null) return setCreated({ email: email.trim(), link });
      toastDone(t('people.invited', { email: email.trim() }));
      onClose();
    },
  });
  if (created) return <InvitationLink {...created} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t(resend ? 'people.inviteAgain' : 'people.invite')} size={600}>
      <Form frame={frame}>
        <Stack gap="sm">
          {portal.sendsMail ? (
            <p className="muted">{t('people.inviteText')}</p>
          ) : (
            <Notice kind="info">{t('people.noMail')}</Notice>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextField name="email" label={t('people.email')} type="email" />
            <TextField name="contactPerson" label={t('people.name')} />
            <CompanyField name="companyId" label={t('people.company')} />
            <ChoiceField name="groupId" label={t('people.role')} choices={roles} />
            <ChoiceField
              name="language"
              label={t('people.language')}
              description={t('people.languageText')}
              choices={languages.map(({ title, webCode }) => ({ value: webCode, label: title }))}
            />
          </SimpleGrid>
          <PersonFields />
          <FormEnd frame={frame} onCancel={onClose} submit={t(portal.sendsMail ? 'people.send' : 'people.makeLink')} />
        </Stack>
      </Form>
    </Dialog>
  );
}
