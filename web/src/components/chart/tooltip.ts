// The tooltip at the pointer, built as elements because the page's security policy allows no styles in HTML text.
import classes from './chart.module.css';
import type { Dash } from './lines.ts';

export interface TooltipRow {
  label: string;
  value: string;
  /** CSS colour of the mark; none for a plain row. */
  color?: string;
  dash?: Dash;
}

/** Returns the SVG dash array of a line pattern; undefined for a solid line. */
export function dashArray(dash: Dash | undefined): string | undefined {
  return dash === undefined || dash === 'solid' ? undefined : dash.join(' ');
}

export function tooltipBox(title: string, rows: readonly TooltipRow[]): HTMLElement {
  const box = document.createElement('div');
  box.className = classes.tooltip!;
  const head = box.appendChild(document.createElement('div'));
  head.className = classes.tooltipHead!;
  head.textContent = title;
  for (const row of rows) {
    const line = box.appendChild(document.createElement('div'));
    line.className = classes.tooltipRow!;
    const mark = line.appendChild(document.createElement('i'));
    mark.style.background = row.color ?? 'transparent';
    line.appendChild(document.createElement('span')).textContent = row.label;
    line.appendChild(document.createElement('b')).textContent = row.value;
  }
  return box;
}
