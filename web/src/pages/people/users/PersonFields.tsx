// Shared form fields of a person: telephone and address.
import { SimpleGrid } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormField } from '../../../components/form/formContext.ts';
import type { PersonForm } from './personForm.ts';

export const { TextField, ChoiceField } = fieldsOf<PersonForm>();

const LISTS = { staleMs: 3_600_000 };

export function PersonFields() {
  const { t } = useTranslation();
  const country = useWatch<PersonForm, 'countryCode'>({ name: 'countryCode' });
  const state = useFormField('StateCode');
  const countries = useCall('common/country', {}, LISTS);
  const states = useCall('common/state', { country }, { ...LISTS, enabled: country.length === 2 });
  const choices = (list: readonly { code: string; name: string }[] = []) =>
    list.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <TextField name="contactNumber" label={t('people.phone')} type="tel" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ChoiceField
          name="countryCode"
          label={t('people.country')}
          choices={choices(countries.data?.list)}
          mayBeEmpty
          // Clears the state, which belongs to the previous country.
          onChosen={() => state.onChange('')}
        />
        <ChoiceField name="StateCode" label={t('people.region')} choices={choices(states.data?.list)} mayBeEmpty />
        <TextField name="street" label={t('people.street')} />
        <TextField name="city" label={t('people.city')} />
      </SimpleGrid>
    </>
  );
}
