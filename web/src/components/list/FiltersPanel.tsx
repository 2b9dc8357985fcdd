// The less common filters of a list in a panel below its button, on phones in a dialog.
import '../../ui/panelStyles.ts';
import { Button, Popover, Select, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { useOpensFirst } from '../../ui/openers.ts';
import { DayInput } from '../DayInput.tsx';
import { byFit } from '../form/options.ts';
import type { FiltersProps } from './FiltersButton.tsx';
import { FiltersTrigger } from './FiltersButton.tsx';
import type { Choice, FilterField } from './filterField.ts';
import classes from './List.module.css';

export default function FiltersPanel(props: FiltersProps<string>) {
  const { t } = useTranslation();
  const { button: triggerRef, opened, setOpened } = useOpensFirst();
  const isPhone = useMediaQuery('(max-width: 900px)');
  const button = (
    <FiltersTrigger ref={triggerRef} count={props.count} isOpen={opened} onClick={() => setOpened(!opened)} />
  );
  const form = (
    <FilterForm
      {...props}
      onChange={(values) => {
        setOpened(false);
        props.onChange(values);
      }}
    />
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog opened={opened} onClose={() => setOpened(false)} title={t('list.filters')} hasUnsaved={false}>
          {form}
        </Dialog>
      </>
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p="md" aria-label={t('list.filters')}>
        {form}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ fields, values, onChange }: FiltersProps<string>) {
  const { t } = useTranslation();
  const valuesBy = (value: (name: string) => string) =>
    Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
  const [draft, setDraft] = useState<Record<string, string>>(() => valuesBy((name) => values[name] ?? ''));
  return (
    <form
      className={classes.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft);
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          values={draft}
          onChange={(value) => setDraft({ ...draft, [field.name]: value })}
        />
      ))}
      <div className={classes.filterButtons}>
        <Button variant="default" onClick={() => onChange(valuesBy(() => ''))}>
          {t('list.clearFilters')}
        </Button>
        <Button type="submit">{t('list.apply')}</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  field: FilterField<string>;
  values: Record<string, string>;
  onChange: (value: string) => void;
}

function Field({ field, values, onChange }: FieldProps) {
  const { name, label, kind = 'text', since, until } = field;
  if (typeof kind === 'object') {
    return <ChoiceFilter label={label} value={values[name] ?? ''} useChoices={kind.useChoices} onChange={onChange} />;
  }
  if (kind === 'day') {
    return (
      <DayInput
        label={label}
        value={values[name] ?? ''}
        onChange={onChange}
        min={since && values[since]}
        max={until && values[until]}
        mayBeEmpty
        isInPanel
      />
    );
  }
  return (
    <TextInput label={label} value={values[name] ?? ''} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  useChoices: () => readonly Choice[];
  onChange: (value: string) => void;
}

function ChoiceFilter({ label, value, useChoices, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const choices = useChoices();
  return (
    <Select
      label={label}
      placeholder={t('list.any')}
      searchable={choices.length > 8}
      selectFirstOptionOnChange
      filter={byFit}
      clearable
      value={value || null}
      data={choices}
      onChange={(chosen) => onChange(chosen ?? '')}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('common.noMatch')}
    />
  );
}
