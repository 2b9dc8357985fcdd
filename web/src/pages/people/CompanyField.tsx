// Form field for a company of the branch; the server searches while the user types.
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
  /** Id of a company that is not offered, as a company cannot be its own parent. */
  excludedId?: number;
}

export function CompanyField({ name, label, description, excludedId }: Props) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(name);
  const [typed, setTyped] = useState('');
  const [keywords] = useDebouncedValue(typed, 250);
  const id = String(value ?? '');
  const chosen = useCall('user/company/list', { filters: { id } }, { enabled: id !== '' }).data?.list[0];
  const matches = useCall(
    'user/company/list',
    // The name of the selected company is in the field and is not a search.
    { filters: { keywords: keywords === chosen?.companyName ? '' : keywords }, page: { size: 50, num: 0 } },
    { keepsPrevious: true },
  );
  const list = matches.data?.list ?? [];
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
      // The server has already filtered the options.
      filter={({ options }) => options}
      data={all
        .filter((each) => each.id !== excludedId)
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
