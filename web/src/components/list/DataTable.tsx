// A list as a table: head and first columns stay, rows are links, long pages are drawn as far as they are seen.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { Bone } from '../../ui/Bones.tsx';
import { Scrolls } from '../../ui/Scrolls.tsx';
import type { ColumnChoice } from './columnChoice.ts';
import classes from './DataTable.module.css';

export interface Column<Row, Sort extends string = string> {
  id: string;
  title: string;
  /** Read out, not shown: its cells say what they are. */
  isTitleHidden?: boolean;
  /** Quiet, behind the title. */
  unit?: string;
  /** The field the call sorts by; without one the head is no button. */
  sort?: Sort;
  /** The least width; what is left over is shared out in proportion. */
  widthPx: number;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

/** What of an array is asked for; `at` gives nothing for a row that has not come yet. */
export interface Rows<Row> {
  readonly length: number;
  at: (index: number) => Row | undefined;
}

interface Props<Row, Sort extends string> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  /** An array, or as many rows of which only those that are there are drawn. */
  rows: Rows<Row>;
  keyOf: (row: Row) => string;
  /** Told as one scrolls; of rows that are not drawn all at once. */
  onSeen?: (first: number, last: number) => void;
  choice?: ColumnChoice;
  /** How many columns stay at the left. */
  pinned?: number;
  sort?: { field: string; descending: boolean };
  onSort?: (field: Sort) => void;
  /** Makes the whole row a link; the cell of column `linkColumn` holds the one that is read and focused. */
  hrefOf?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => ReactNode;
  actionsWidthPx?: number;
  /** Shown while another page or filter loads. */
  isWaiting?: boolean;
  /** Scrolls to the top when it changes: page, filters. */
  resetKey?: string;
  /** By which the way back finds where one was in it. */
  scrollId?: string;
}

const SeenRows = lazyPart(() => import('./SeenRows.tsx'));

const ROW_PX = 40;
const DRAW_ALL_UP_TO = 60;

/** The chosen columns in the chosen order; what the choice does not know comes last. */
function shownColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  { order, hidden }: ColumnChoice = { order: [], hidden: [] },
): Column<Row, Sort>[] {
  const ordered = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const others = columns.filter((column) => !order.includes(column.id));
  return [...ordered, ...others].filter(({ id }) => !hidden.includes(id));
}

export function DataTable<Row extends object, Sort extends string = string>(props: Props<Row, Sort>) {
  const { label, columns, rows, keyOf, choice, pinned = 1, sort, onSort, actions, isWaiting, resetKey } = props;
  const actionsPx = actions ? (props.actionsWidthPx ?? 48) : 0;
  const { t } = useTranslation();
  // A state, not a ref: the rows inside ask for it before a ref of what is around them is set.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const shownKey = useRef(resetKey);
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice]);
  useEffect(() => {
    // Where one comes back to is no new page.
    if (shownKey.current === resetKey) return;
    shownKey.current = resetKey;
    // New browsers answer a promise here, which is no clean-up.
    scroller?.scrollTo?.({ top: 0 });
  }, [scroller, resetKey]);

  const leftOf = (index: number) => shown.slice(0, index).reduce((sum, column) => sum + column.widthPx, 0);
  const widthPx = leftOf(shown.length) + actionsPx;
  const pin = (index: number) =>
    index < pinned ? { 'data-pinned': index === pinned - 1 ? 'last' : 'yes', style: { left: leftOf(index) } } : {};
  const spanAll = shown.length + (actions ? 1 : 0);

  const drawRow = (index: number) => {
    const row = rows.at(index);
    if (!row) return <Waiting key={index} span={spanAll} />;
    const href = props.hrefOf?.(row);
    const open = (event: MouseEvent) => {
      if (!props.onOpen || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      props.onOpen(row);
    };
    return (
      <tr key={keyOf(row)}>
        {shown.map((column, at) => (
          <td key={column.id} data-number={column.isNumber || undefined} {...pin(at)}>
            {href !== undefined && (
              // biome-ignore lint/a11y/useAnchorContent: the readable link of the row is in its cell; this only widens it
              <a className={classes.cover} href={href} onClick={open} tabIndex={-1} aria-hidden />
            )}
            <div className={classes.cell}>{column.cell(row)}</div>
          </td>
        ))}
        {actions && <td className={classes.actions}>{actions(row)}</td>}
      </tr>
    );
  };
  const drawFirst = (length: number) => Array.from({ length }, (_, index) => drawRow(index));

  return (
    <Scrolls
      className={classes.scroller}
      ref={setScroller}
      aria-label={t('common.tableOf', { what: label })}
      data-waiting={isWaiting || undefined}
      data-scroll-restoration-id={props.scrollId}
    >
      <table className={classes.table} style={{ minWidth: widthPx }} aria-rowcount={rows.length}>
        <colgroup>
          {shown.map((column) => (
            <col key={column.id} style={{ width: column.widthPx }} />
          ))}
          {actions && <col style={{ width: actionsPx }} />}
        </colgroup>
        <thead>
          <tr>
            {shown.map((column, index) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} {...pin(index)} />
            ))}
            {actions && (
              <th className={classes.actions}>
                <span className="visuallyHidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {rows.length <= DRAW_ALL_UP_TO ? (
            drawFirst(rows.length)
          ) : (
            <Suspense
              fallback={
                <>
                  {drawFirst(DRAW_ALL_UP_TO)}
                  <Spacer span={spanAll} px={(rows.length - DRAW_ALL_UP_TO) * ROW_PX} />
                </>
              }
            >
              <SeenRows
                scroller={scroller}
                count={rows.length}
                rowPx={ROW_PX}
                span={spanAll}
                render={drawRow}
                onSeen={props.onSeen}
              />
            </Suspense>
          )}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** Room of rows that are not drawn: where one scrolls to is the same place when they are. */
export function Spacer({ span, px }: { span: number; px: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={span} style={{ height: px }} />
    </tr>
  );
}

/** A row that is on its way. */
const Waiting = ({ span }: { span: number }) => (
  <tr aria-hidden>
    <td colSpan={span}>
      <Bone width="24%" />
    </td>
  </tr>
);

interface HeadProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sort: { field: string; descending: boolean } | undefined;
  onSort: ((field: Sort) => void) | undefined;
  style?: { left: number };
}

function Head<Row, Sort extends string>({ column, sort, onSort, ...rest }: HeadProps<Row, Sort>) {
  const isSorted = column.sort !== undefined && sort?.field === column.sort;
  const words = (
    <>
      {column.isTitleHidden ? <span className="visuallyHidden">{column.title}</span> : column.title}
      {column.unit && (
        <>
          , <span className={classes.headUnit}>{column.unit}</span>
        </>
      )}
    </>
  );
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-number={column.isNumber || undefined}
      aria-sort={isSorted ? (sort?.descending ? 'descending' : 'ascending') : undefined}
      {...rest}
    >
      {column.sort === undefined || !onSort ? (
        words
      ) : (
        <button
          type="button"
          className={classes.sort}
          data-on={isSorted || undefined}
          onClick={() => onSort(column.sort!)}
        >
          <span>{words}</span>
          {isSorted && <Arrow size={14} stroke={2} aria-hidden />}
        </button>
      )}
    </th>
  );
}

/** Arrow keys go from the link of one row to that of the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLAnchorElement)) return;
  const row = event.target.closest('tr');
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const link = next?.querySelector<HTMLAnchorElement>('a:not([tabindex="-1"])');
  if (!link) return;
  event.preventDefault();
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
}
