// Choice of the columns of a table and their order; the choice is stored per user.
import '../../ui/panelStyles.ts';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOpensFirst } from '../../ui/openers.ts';
import { type ColumnsProps, ColumnsTrigger } from './ColumnsButton.tsx';
import { moveColumn } from './columnChoice.ts';
import classes from './FilterBar.module.css';

export default function ColumnsPanel({ titles, choice, fixed, onChange }: ColumnsProps) {
  const { t } = useTranslation();
  const { button, opened, setOpened } = useOpensFirst();
  const movable = choice.order.filter((id) => !fixed.includes(id));
  const toggle = (id: string) =>
    onChange({
      ...choice,
      hidden: choice.hidden.includes(id) ? choice.hidden.filter((each) => each !== id) : [...choice.hidden, id],
    });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ColumnsTrigger ref={button} onClick={() => setOpened(!opened)} />
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
