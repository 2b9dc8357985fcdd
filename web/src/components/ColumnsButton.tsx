// Chooses which columns a table shows and in which order; the choice is the user's own and kept.
import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ColumnChoice, moveColumn } from './columnChoice.ts';
import classes from './FilterBar.module.css';

interface Props {
  titles: ReadonlyMap<string, string>;
  choice: ColumnChoice;
  fixed: readonly string[];
  /** Null: back to the usual columns. */
  onChange: (choice: ColumnChoice | null) => void;
}

export function ColumnsButton({ titles, choice, fixed, onChange }: Props) {
  const { t } = useTranslation();
  const movable = choice.order.filter((id) => !fixed.includes(id));
  const toggle = (id: string) =>
    onChange({
      ...choice,
      hidden: choice.hidden.includes(id) ? choice.hidden.filter((each) => each !== id) : [...choice.hidden, id],
    });
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <ul className={classes.columns}>
          {movable.map((id, index) => {
            const title = titles.get(id) ?? id;
            return (
              <li key={id}>
                <label>
                  <input type="checkbox" checked={!choice.hidden.includes(id)} onChange={() => toggle(id)} />
                  {title}
                </label>
                <ActionIcon
                  size={28}
                  aria-label={t('list.moveUp', { column: title })}
                  disabled={index === 0}
                  onClick={() => onChange(moveColumn(choice, id, -1, fixed))}
                >
                  <IconArrowUp size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={28}
                  aria-label={t('list.moveDown', { column: title })}
                  disabled={index === movable.length - 1}
                  onClick={() => onChange(moveColumn(choice, id, 1, fixed))}
                >
                  <IconArrowDown size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        <Button variant="subtle" size="xs" mt={8} onClick={() => onChange(null)}>
          {t('list.usualColumns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
