// One of the companies of the branch as a field of a form, found by the server as one types.
import '../../ui/panelStyles.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { useFormField } from '../../components/form/formContext.ts';

interface Props {
  name: string;
  label: string;
  description?: string;
  /** What is not to be chosen: a company is not below itself. */
  without?: number;
}

export function CompanyField({ name, label, description, without }: Props) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(name);
  const [typed, setTyped] = useState('');
  const [keywords] = useDebouncedValue(typed, 250);
  const id = String(value ?? '');
  const chosen = useCall('user/company/list', { filters: { id } }, { enabled: id !== '' }).data?.list[0];
  const found = useCall(
    'user/company/list',
    // The name of what is chosen stands in the field: it is no search.
    { filters: { keywords: keywords === chosen?.companyName ? '' : keywords }, page: { size: 50, num: 0 } },
    { keepsPrevious: true },
  );
  const list = found.data?.list ?? [];
  const all = chosen && !list.some((each) => each.id === chosen.id) ? [chosen, ...list] : list;
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      ref={ref}
      withAsterisk={isRequired}
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      data={all
        .filter((each) => each.id !== without)
        .map((each) => ({ value: String(each.id), label: each.companyName }))}
      value={id || null}
      onChange={(next) => onChange(next ?? '')}
      onBlur={onBlur}
      error={error}
      allowDeselect={false}
      nothingFoundMessage={t('common.noMatch')}
      maxDropdownHeight={280}
      autoComplete="off"
    />
  );
}
