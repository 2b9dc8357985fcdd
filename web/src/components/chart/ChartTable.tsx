// The figures of a chart as a table: the same rows, all digits, a dash for a missing value.
import type { DoubtfulFigure } from '@heliograph/contract/events.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH } from '../../format/numbers.ts';
import { Scrolls } from '../../ui/Scrolls.tsx';
import { DoubtfulColumn } from '../plant/Doubtful.tsx';
import classes from './chart.module.css';

export interface ChartColumn {
  label: string;
  /** After the label, once for the column. */
  unit?: string;
  /** Text, aligned left; numbers are aligned right. */
  isText?: boolean;
  /** Long text that may take several lines. */
  wraps?: boolean;
  /** Figures that its cells depend on, marked while they are doubtful. */
  figures?: readonly DoubtfulFigure[];
}

interface Props {
  /** Caption of the table for screen readers. */
  caption: string;
  columns: readonly ChartColumn[];
  /** Formatted cells; the first is the row header, which `head`, such as a link, replaces. */
  rows: readonly { key: string; cells: readonly string[]; head?: ReactNode }[];
  /** Height inside which the table scrolls; the height of its rows by default. */
  height?: number | string;
  /** On phones each row becomes a card: the first column is its title, the second its figure. */
  hasCards?: boolean;
  /** On phones only the first rows are shown until a button with these texts is pressed. */
  fold?: { rows: number; more: string; fewer: string } | undefined;
}

/** Fewer hidden rows than these are shown at once. */
const LEAST_FOLDED = 4;

export function ChartTable({ caption, columns: all, rows: allRows, height, hasCards, fold }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const folded = fold && isPhone && allRows.length >= fold.rows + LEAST_FOLDED ? fold : null;
  const rows = folded && !isOpen ? allRows.slice(0, folded.rows) : allRows;
  // A column that is empty in every row (completeness, while nothing is missing) is left out.
  const shown = all.flatMap((_, index) =>
    allRows.length === 0 || allRows.some(({ cells }) => cells[index] !== '') ? index : [],
  );
  const table = (
    // "Table of ...", because the surrounding card may have the same name.
    <Scrolls
      className={classes.tableFrame}
      style={height && !(folded && !isOpen) ? { height } : undefined}
      aria-label={t('common.tableOf', { what: caption })}
    >
      <table className={`${classes.table} num`} data-cards={hasCards || undefined}>
        <caption className="visuallyHidden">{caption}</caption>
        <thead>
          <tr>
            {shown.map((index) => {
              const { label, unit, isText, figures } = all[index]!;
              return (
                <th key={label} scope="col" data-text={isText || undefined}>
                  {label}
                  {unit && <span className={classes.columnUnit}>, {unit}</span>}
                  {figures && <DoubtfulColumn about={label} figures={figures} />}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, head }) => (
            <tr key={key}>
              {shown.map((index) => {
                const cell = cells[index]!;
                const { label, unit, isText, wraps } = all[index]!;
                return index === 0 ? (
                  <th key={label} scope="row">
                    {head ?? cell}
                  </th>
                ) : (
                  <td
                    key={label}
                    data-text={isText || undefined}
                    data-wraps={wraps || undefined}
                    data-label={label}
                    data-unit={cell === DASH ? undefined : unit}
                  >
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
  if (!folded) return table;
  return (
    <>
      {rows.length > 0 && table}
      <Button variant="subtle" fullWidth aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? folded.fewer : folded.more}
      </Button>
    </>
  );
}
