// Choice of the columns of a table and their order; the choice is stored per user.
import '../../ui/panelStyles.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpensFirst } from '../../ui/openers.ts';
import { type ColumnsProps, ColumnsTrigger } from './ColumnsButton.tsx';
import { moveColumn } from './columnChoice.ts';
import classes from './FilterBar.module.css';

export default function ColumnsPanel({ titles, choice, fixed, onChange }: ColumnsProps) {
  const { t } = useTranslation();
  const { button, opened, setOpened } = useOpensFirst();
  const [dragged, setDragged] = useState<string | null>(null);
  const movable = choice.order.filter((id) => !fixed.includes(id));
  const toggle = (id: string) =>
    onChange({
      ...choice,
      hidden: choice.hidden.includes(id) ? choice.hidden.filter((each) => each !== id) : [...choice.hidden, id],
    });
  const dropOn = (id: string) => {
    if (dragged !== null && dragged !== id)
      onChange(moveColumn(choice, dragged, choice.order.indexOf(id) - choice.order.indexOf(dragged), fixed));
    setDragged(null);
  };
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
              // Dragging is for the pointer; the arrows do the same by keyboard and on touch screens.
              <li
                key={id}
                draggable
                data-dragged={dragged === id || undefined}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.effectAllowed = 'move';
                  setDragged(id);
                }}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault();
                  dropOn(id);
                }}
                onDragEnd={() => setDragged(null)}
              >
                <IconGripVertical size={16} stroke={1.75} aria-hidden />
                <Checkbox
                  size="xs"
                  className={classes.column}
                  label={title}
                  checked={!choice.hidden.includes(id)}
                  onChange={() => toggle(id)}
                />
                <ActionIcon
                  size={28}
                  variant="subtle"
                  color="gray"
                  aria-label={t('list.moveUp', { column: title })}
                  disabled={index === 0}
                  onClick={() => onChange(moveColumn(choice, id, -1, fixed))}
                >
                  <IconArrowUp size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={28}
                  variant="subtle"
                  color="gray"
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
