// Values of now in a table: a row a part of the device, a column a quantity with its unit; columns that nothing has are left out.
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
  /** Undefined: it has no such value, as a sum has no voltage. */
  values: readonly (number | null | undefined)[];
  /** Behind the values: a share of its like, 1 is as much. */
  share?: number | null;
  /** The row that holds all others. */
  isSum?: boolean;
}

interface Props {
  caption: string;
  /** What a row is. */
  of: string;
  columns: readonly ValueColumn[];
  rows: readonly ValueRow[];
  /** Head of the share; left out: there is none. */
  shareTitle?: string;
  isStale: boolean;
}

export function Values({ caption, of, columns, rows, shareTitle, isStale }: Props) {
  const shown = columns
    .map((column, place) => ({ ...column, place }))
    .filter(({ place }) => rows.some(({ values }) => values[place] !== undefined));
  return (
    <table className={`${classes.values} ${classes.part} num`} data-stale={isStale || undefined}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${classes.head} ${classes.name}`}>
            {of}
          </th>
          {shown.map(({ title, unit }) => (
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
            {shown.map(({ title, digits, place }) => (
              <td key={title} className={classes.cell}>
                {values[place] === undefined ? '' : fixed(values[place], digits)}
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

/** Below this share of its like something is set off. */
const WEAK = 0.8;

/** A thin bar that is full where it is as much as its like, and the figure beside it. */
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
