// Switch between table, cards and map.
import { IconLayoutGrid, IconMap2, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './List.module.css';
import type { ListView } from './listState.ts';

const ICONS: Record<ListView, typeof IconTable> = { table: IconTable, cards: IconLayoutGrid, map: IconMap2 };

interface Props {
  views: readonly ListView[];
  value: ListView;
  onChange: (view: ListView) => void;
}

export function ViewSwitch({ views, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.views} aria-label={t('list.view')}>
      {views.map((view) => {
        const Icon = ICONS[view];
        const label = t(`list.viewAs.${view}`);
        return (
          <button
            key={view}
            type="button"
            aria-pressed={value === view}
            aria-label={label}
            title={label}
            onClick={() => onChange(view)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}
