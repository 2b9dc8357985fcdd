// Form field for several values of a list, found by typing: languages or products.
import '../../../ui/panelStyles.ts';
import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormField } from '../../../components/form/formContext.ts';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';

interface Props {
  name: 'languages' | 'models';
  label: string;
  description?: string;
  choices: readonly { value: string; label: string }[];
  max: number;
}

export function MultiSelectField({ name, choices, max, ...rest }: Props) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, error, isRequired } = useFormField(name);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  // Keeps selected values that the list does not contain yet.
  const unknown = chosen.filter((one) => !choices.some((choice) => choice.value === one));
  return (
    <MultiSelect
      {...rest}
      inputWrapperOrder={WRAPPER_ORDER}
      data={[...choices, ...unknown.map((one) => ({ value: one, label: one }))]}
      value={chosen}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      withAsterisk={isRequired}
      maxValues={max}
      searchable
      limit={100}
      openOnFocus={false}
      selectFirstOptionOnChange
      nothingFoundMessage={t('common.noMatch')}
      maxDropdownHeight={280}
      autoComplete="off"
      // Keeps the empty input on the line of the selected values.
      styles={{ inputField: { minWidth: 24, flex: '1 1 24px' } }}
    />
  );
}
