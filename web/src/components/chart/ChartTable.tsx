// The figures of a chart as a table: the same rows, all digits, a dash where nothing was measured.
import { useTranslation } from 'react-i18next';
import { DASH } from '../../format/numbers.ts';
import { Scrolls } from '../../ui/Scrolls.tsx';
import classes from './chart.module.css';

export interface ChartColumn {
  label: string;
  /** Behind the label, once for the column. */
  unit?: string;
  /** Words; numbers stand at the right. */
  isText?: boolean;
  /** Words that are long: they take as many lines as they need. */
  wraps?: boolean;
}

interface Props {
  /** What the table shows. */
  caption: string;
  columns: readonly ChartColumn[];
  /** Written out already; the first cell names its row. */
  rows: readonly { key: string; cells: readonly string[] }[];
  /** Scrolls inside this height; as high as its rows without. */
  height?: number | string;
  /** On phones each row becomes a card: the first column names it, the second is its figure. */
  hasCards?: boolean;
}

export function ChartTable({ caption, columns: all, rows, height, hasCards }: Props) {
  const { t } = useTranslation();
  // What no row says anything of (completeness, while nothing is missing) takes no room.
  const shown = all.flatMap((_, place) =>
    rows.length === 0 || rows.some(({ cells }) => cells[place] !== '') ? place : [],
  );
  return (
    // The card around it may have the same name.
    <Scrolls
      className={classes.tableFrame}
      style={height ? { height } : undefined}
      aria-label={t('common.tableOf', { what: caption })}
    >
      <table className={`${classes.table} num`} data-cards={hasCards || undefined}>
        <caption className="visuallyHidden">{caption}</caption>
        <thead>
          <tr>
            {shown.map((place) => {
              const { label, unit, isText } = all[place]!;
              return (
                <th key={label} scope="col" data-text={isText || undefined}>
                  {label}
                  {unit && <span className={classes.columnUnit}>, {unit}</span>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {shown.map((place) => {
                const cell = cells[place]!;
                const { label, unit, isText, wraps } = all[place]!;
                return place === 0 ? (
                  <th key={label} scope="row">
                    {cell}
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
}
