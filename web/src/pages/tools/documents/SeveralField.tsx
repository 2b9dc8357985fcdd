// Several of a list, chosen by typing: languages, products.
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
  most: number;
}

export function SeveralField({ name, choices, most, ...rest }: Props) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, error, isRequired } = useFormField(name);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  // What is not in the list yet keeps its place.
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
      maxValues={most}
      searchable
      limit={100}
      openOnFocus={false}
      selectFirstOptionOnChange
      nothingFoundMessage={t('common.noMatch')}
      maxDropdownHeight={280}
      autoComplete="off"
      // Beside what is chosen, not in a line of its own as long as nothing is typed.
      styles={{ inputField: { minWidth: 24, flex: '1 1 24px' } }}
    />
  );
}
