// Details of a person in a company, and the form with the fields that may be changed.
import type { Response } from '@heliograph/contract/calls.ts';
import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Form, FormEnd } from '../../../components/form/Form.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { full } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import classes from '../people.module.css';
import { ChoiceField, PersonFields, TextField } from './PersonFields.tsx';
import { PERSON_REFUSED_AT, type PersonForm, personRules } from './personForm.ts';
import { useRoles } from './userFields.ts';
import { PEOPLE, type PersonRow } from './userList.ts';

type Detail = Response<'user/detail'>;

export default function PersonDialog({ row, onClose }: { row: PersonRow; onClose: () => void }) {
  const detail = useCall('user/detail', { uid: row.uid, companyId: row.companyId });
  return (
    <Dialog opened onClose={onClose} title={row.contactPerson || row.email} size={600}>
      {detail.data ? (
        <Person person={detail.data} onClose={onClose} />
      ) : detail.error ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} compact />
      ) : (
        <RowSkeletons rows={7} height={64} />
      )}
    </Dialog>
  );
}

function Person({ person, onClose }: { person: Detail; onClose: () => void }) {
  const { t } = useTranslation();
  const { rights, mayChangeProfile } = person;
  const mayUpdate = usePermission('UserUpdate');
  return (
    <Stack gap="md">
      <Facts person={person} />
      {!rights.change ? (
        <Notice kind="info">{t('people.notYours')}</Notice>
      ) : (
        mayUpdate && (
          <>
            {!mayChangeProfile && <Notice kind="info">{t('people.ownProfile')}</Notice>}
            <EditForm person={person} onClose={onClose} />
          </>
        )
      )}
    </Stack>
  );
}

function Facts({ person }: { person: Detail }) {
  const { t } = useTranslation();
  const facts = [
    [t('people.email'), person.email],
    [t('people.company'), person.companyName],
    ...(person.places.length > 0
      ? [[t('people.alsoIn'), person.places.map((place) => `${place.companyName} (${place.groupName})`).join(', ')]]
      : []),
    ...(person.frozenReason ? [[t('people.reason'), person.frozenReason]] : []),
    [t('people.ownPlants'), full(person.ownPlants, 0)],
    [t('people.installerPlants'), full(person.installerPlants, 0)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function EditForm({ person, onClose }: { person: Detail; onClose: () => void }) {
  const { t } = useTranslation();
  const roles = useRoles();
  const update = useChange('user/update', PEOPLE);
  const [manages, setManages] = useState(person.isCompanyOwner);
  const { uid, companyId, mayChangeProfile, mayChangeOwner } = person;
  const frame = useFormFrame<PersonForm>({
    start: {
      email: person.email,
      contactPerson: person.contactPerson,
      contactNumber: person.contactNumber,
      countryCode: person.countryCode,
      StateCode: person.StateCode,
      city: person.city,
      street: person.street,
      companyId: String(companyId),
      groupId: String(person.groupId),
    },
    rules: personRules,
    refusedAt: PERSON_REFUSED_AT,
    send: async ({ groupId, email: _, companyId: __, ...profile }) => {
      await update.mutateAsync({
        uid,
        companyId,
        groupId: Number(groupId),
        ...(mayChangeProfile ? profile : {}),
        ...(manages === person.isCompanyOwner ? {} : { isCompanyOwner: manages }),
      });
      toastDone(t('saved.saved'));
      onClose();
    },
  });
  return (
    <Form frame={frame}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <ChoiceField name="groupId" label={t('people.role')} choices={roles} />
          {mayChangeProfile && <TextField name="contactPerson" label={t('people.name')} />}
        </SimpleGrid>
        {mayChangeOwner && (
          <Checkbox
            label={t('people.managesLabel', { company: person.companyName })}
            description={t('people.managesText')}
            checked={manages}
            onChange={(event) => setManages(event.currentTarget.checked)}
          />
        )}
        {mayChangeProfile && <PersonFields />}
        <FormEnd frame={frame} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
