// The box that marks a module: with Shift all from the last one to it, arrow keys go from row to row.
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
  const press = (event: MouseEvent<HTMLInputElement>) => {
    marks.set(row, event.currentTarget.checked, event.shiftKey);
  };
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const here = event.currentTarget.closest('tr');
    const next = by > 0 ? here?.nextElementSibling : here?.previousElementSibling;
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
        onClick={press}
        // Which key was held is known to the press alone.
        onChange={() => undefined}
        onKeyDown={step}
      />
    </label>
  );
}
