// Table or cards.
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './List.module.css';
import type { ListState } from './listState.ts';

interface Props {
  value: ListState['view'];
  onChange: (view: ListState['view']) => void;
}

export function ViewSwitch({ value, onChange }: Props) {
  const { t } = useTranslation();
  const choice = (view: ListState['view'], label: string, Icon: typeof IconTable) => (
    <button type="button" aria-pressed={value === view} aria-label={label} title={label} onClick={() => onChange(view)}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  );
  return (
    <fieldset className={classes.views} aria-label={t('list.view')}>
      {choice('table', t('list.viewTable'), IconTable)}
      {choice('cards', t('list.viewCards'), IconLayoutGrid)}
    </fieldset>
  );
}
