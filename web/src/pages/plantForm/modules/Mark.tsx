// The checkbox that marks a module: Shift marks a range, arrow keys move from row to row.
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModuleRow } from './ModuleTable.tsx';
import classes from './modules.module.css';
import type { useMarks } from './useMarks.ts';

interface Props {
  row: ModuleRow;
  marks: ReturnType<typeof useMarks>;
}

export function Mark({ row, marks }: Props) {
  const { t } = useTranslation();
  const onClick = (event: MouseEvent<HTMLInputElement>) => {
    marks.set(row, event.currentTarget.checked, event.shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const row = event.currentTarget.closest('tr');
    const next = by > 0 ? row?.nextElementSibling : row?.previousElementSibling;
    const box = next?.querySelector<HTMLInputElement>('input[type="checkbox"]');
    if (!box) return;
    box.focus();
    box.scrollIntoView({ block: 'nearest' });
  };
  return (
    <label className={classes.mark}>
      <input
        type="checkbox"
        aria-label={t('modulePages.markOne', { name: row.label || row.plcSN })}
        checked={marks.has(row)}
        onClick={onClick}
        // Which key was held is known to the press alone.
        onChange={() => undefined}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
