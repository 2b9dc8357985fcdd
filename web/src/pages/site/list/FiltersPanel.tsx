// The less common filters of the plant list in a panel: under its button, on phones in a dialog.
import '../../../ui/panelStyles.ts';
import { Button, Modal, Popover, Select, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { FiltersFace } from './FiltersButton.tsx';
import { type ListState, NO_FILTERS, PANEL_FILTERS, panelFilterCount } from './listState.ts';
import classes from './SiteList.module.css';

type Panel = Pick<ListState, (typeof PANEL_FILTERS)[number]>;
interface Props {
  state: ListState;
  onChange: (filters: Panel) => void;
}

export default function FiltersPanel({ state, onChange }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(true);
  const isPhone = useMediaQuery('(max-width: 900px)');
  const count = panelFilterCount(state);
  const button = <FiltersFace count={count} isOpen={opened} onClick={() => setOpened(!opened)} />;
  const form = (
    <FilterForm
      state={state}
      onChange={(filters) => {
        setOpened(false);
        onChange(filters);
      }}
    />
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Modal
          opened={opened}
          onClose={() => setOpened(false)}
          title={t('list.filters')}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          {form}
        </Modal>
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

function FilterForm({ state, onChange }: Props) {
  const { t } = useTranslation();
  const countries = useCall('common/country', {}, { staleMs: 3_600_000 });
  const [wanted, setWanted] = useState<Panel>(
    () => Object.fromEntries(PANEL_FILTERS.map((key) => [key, state[key]])) as Panel,
  );
  const set = (change: Partial<Panel>) => setWanted({ ...wanted, ...change });
  const field = (key: 'name' | 'owner' | 'installer' | 'street', label: string) => (
    <TextInput label={label} value={wanted[key]} onChange={(event) => set({ [key]: event.currentTarget.value })} />
  );
  const none = Object.fromEntries(PANEL_FILTERS.map((key) => [key, NO_FILTERS[key]])) as Panel;
  return (
    <form
      className={classes.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(wanted);
      }}
    >
      {field('name', t('list.plantName'))}
      {field('street', t('list.street'))}
      {field('owner', t('list.ownerMail'))}
      {field('installer', t('list.installerMail'))}
      <Select
        label={t('list.country')}
        placeholder={t('list.any')}
        searchable
        clearable
        value={wanted.country || null}
        data={(countries.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(country) => set({ country: country ?? '' })}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={t('list.noMatch')}
      />
      <Select
        label={t('list.commission')}
        placeholder={t('list.any')}
        clearable
        value={wanted.commissioned || null}
        data={[
          { value: 'yes', label: t('list.commissionYes') },
          { value: 'no', label: t('list.commissionNo') },
        ]}
        onChange={(value) => set({ commissioned: value === 'yes' || value === 'no' ? value : '' })}
        comboboxProps={{ withinPortal: false }}
      />
      <TextInput
        type="date"
        label={t('list.createdFrom')}
        value={wanted.from}
        max={wanted.to || undefined}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('list.createdTo')}
        value={wanted.to}
        min={wanted.from || undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <footer>
        <Button variant="default" onClick={() => onChange(none)}>
          {t('list.clearFilters')}
        </Button>
        <Button type="submit">{t('list.apply')}</Button>
      </footer>
    </form>
  );
}
