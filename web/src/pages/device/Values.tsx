// Table of live values: one row per part of the device, one column per quantity with its unit; empty columns are left out.
import { useTranslation } from 'react-i18next';
import { DASH, fixed, percent } from '../../format/numbers.ts';
import classes from './values.module.css';

export interface ValueColumn {
  title: string;
  unit: string;
  digits: number;
}

export interface ValueRow {
  name: string;
  /** An undefined value does not exist for the row, as a sum has no voltage. */
  values: readonly (number | null | undefined)[];
  /** Ratio to the median of its peers; 1 is equal. Shown after the values. */
  share?: number | null;
  /** Marks the sum row. */
  isSum?: boolean;
}

interface Props {
  caption: string;
  /** Header of the row names. */
  of: string;
  columns: readonly ValueColumn[];
  rows: readonly ValueRow[];
  /** Header of the share column; undefined for no such column. */
  shareTitle?: string;
  isStale: boolean;
}

export function Values({ caption, of, columns, rows, shareTitle, isStale }: Props) {
  const visibleColumns = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index }) => rows.some(({ values }) => values[index] !== undefined));
  return (
    <table className={`${classes.values} ${classes.part} num`} data-stale={isStale || undefined}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${classes.head} ${classes.name}`}>
            {of}
          </th>
          {visibleColumns.map(({ title, unit }) => (
            <th key={title} scope="col" className={classes.head}>
              {title} <span>{unit}</span>
            </th>
          ))}
          {shareTitle && (
            <th scope="col" className={classes.head}>
              {shareTitle}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values, share, isSum }) => (
          <tr key={name} className={classes.row} data-sum={isSum || undefined}>
            <th scope="row" className={classes.name}>
              {name}
            </th>
            {visibleColumns.map(({ title, digits, index }) => (
              <td key={title} className={classes.cell}>
                {values[index] === undefined ? '' : fixed(values[index], digits)}
              </td>
            ))}
            {shareTitle && (
              <td className={classes.cell}>
                <Share share={share ?? null} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shares below this are highlighted. */
const WEAK = 0.8;

/** Percentage with a thin bar, which is full at the median of the peers. */
function Share({ share }: { share: number | null }) {
  const { t } = useTranslation();
  if (share === null) return <span className="muted">{DASH}</span>;
  const text = percent(share);
  return (
    <span className={classes.share} data-weak={share < WEAK || undefined} title={t('device.ofMedian', { share: text })}>
      <i className={classes.track} aria-hidden>
        <i
          className={classes.bar}
          data-weak={share < WEAK || undefined}
          style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
        />
      </i>
      {text}
    </span>
  );
}
