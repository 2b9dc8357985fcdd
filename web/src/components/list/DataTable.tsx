// A list as a table: header and first columns are sticky, rows are links, and of long pages only visible rows are rendered.
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
import { Scrolls } from '../../ui/Scrolls.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ColumnChoice } from './columnChoice.ts';
import classes from './DataTable.module.css';

export interface Column<Row, Sort extends string = string> {
  id: string;
  title: string;
  /** Shows the title to screen readers only, because the cells are self-explanatory. */
  isTitleHidden?: boolean;
  /** Shown after the title, less prominent. */
  unit?: string;
  /** Sort field of the call; without one the header is not a button. */
  sort?: Sort;
  /** Minimum width; remaining width is distributed in proportion. */
  widthPx: number;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

/** Array-like rows of the table; `at` returns undefined for a row that is not loaded yet. */
export interface Rows<Row> {
  readonly length: number;
  at: (index: number) => Row | undefined;
}

interface Props<Row, Sort extends string> {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  /** An array, or rows of which only the loaded ones are rendered. */
  rows: Rows<Row>;
  keyOf: (row: Row) => string;
  /** Called during scrolling with the visible rows, when not all rows are rendered at once. */
  onVisible?: (first: number, last: number) => void;
  choice?: ColumnChoice;
  /** Number of sticky columns at the left. */
  pinned?: number;
  sort?: { field: string; descending: boolean };
  onSort?: (field: Sort) => void;
  /** Makes the whole row a link; the link that is read out and focused is in one of its cells. */
  hrefOf?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => ReactNode;
  actionsWidthPx?: number;
  /** Shown while another page or filter loads. */
  isWaiting?: boolean;
  /** Scrolls to the top when it changes, as for another page or filter. */
  resetKey?: string;
  /** Key under which the scroll position is restored on return. */
  scrollId?: string;
}

const VirtualRows = lazyPart(() => import('./VirtualRows.tsx'));

const ROW_PX = 40;
const DRAW_ALL_UP_TO = 60;

/** Returns the chosen columns in the chosen order; columns that the choice does not include come last. */
function shownColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  { order, hidden }: ColumnChoice = { order: [], hidden: [] },
): Column<Row, Sort>[] {
  const ordered = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const others = columns.filter((column) => !order.includes(column.id));
  return [...ordered, ...others].filter(({ id }) => !hidden.includes(id));
}

/** Scrolls to the top when the key changes, but not on the first render, because a return restores its position. */
function useScrollReset(scroller: HTMLElement | null, resetKey: string | undefined): void {
  const shownKey = useRef(resetKey);
  useEffect(() => {
    if (shownKey.current === resetKey) return;
    shownKey.current = resetKey;
    // Newer browsers return a promise from scrollTo, which is not a cleanup function.
    scroller?.scrollTo?.({ top: 0 });
  }, [scroller, resetKey]);
}

/** Returns whether a click opens the link in this tab: modified clicks open it elsewhere. */
const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;

export function DataTable<Row extends object, Sort extends string = string>(props: Props<Row, Sort>) {
  const { label, columns, rows, keyOf, choice, pinned = 1, sort, onSort, actions, isWaiting, resetKey } = props;
  const actionsPx = actions ? (props.actionsWidthPx ?? 48) : 0;
  const { t } = useTranslation();
  // A state, not a ref: the rows inside need it before the ref of their container is set.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice]);
  useScrollReset(scroller, resetKey);

  const leftOf = (index: number) => shown.slice(0, index).reduce((sum, column) => sum + column.widthPx, 0);
  const widthPx = leftOf(shown.length) + actionsPx;
  const pin = (index: number) =>
    index < pinned ? { 'data-pinned': index === pinned - 1 ? 'last' : 'yes', style: { left: leftOf(index) } } : {};
  const spanAll = shown.length + (actions ? 1 : 0);

  const drawRow = (index: number) => {
    const row = rows.at(index);
    if (!row) return <LoadingRow key={index} span={spanAll} />;
    const href = props.hrefOf?.(row);
    const open = (event: MouseEvent) => {
      if (!props.onOpen || !isPlainClick(event)) return;
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
      style={{ scrollPaddingLeft: leftOf(pinned) }}
      aria-label={t('common.tableOf', { what: label })}
      data-waiting={isWaiting || undefined}
      data-scroll-restoration-id={props.scrollId}
    >
      <table className={classes.table} style={{ minWidth: widthPx }} aria-rowcount={rows.length}>
        <ColumnWidths columns={shown} actionsPx={actionsPx} />
        <thead>
          <tr>
            {shown.map((column, index) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} {...pin(index)} />
            ))}
            {actions && <ActionsHead />}
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus} data-work>
          {rows.length <= DRAW_ALL_UP_TO ? (
            drawFirst(rows.length)
          ) : (
            <LongBody
              scroller={scroller}
              count={rows.length}
              span={spanAll}
              draw={drawRow}
              drawFirst={drawFirst}
              onVisible={props.onVisible}
            />
          )}
        </tbody>
      </table>
    </Scrolls>
  );
}

interface LongBodyProps {
  scroller: HTMLElement | null;
  count: number;
  /** Number of columns. */
  span: number;
  draw: (index: number) => ReactNode;
  drawFirst: (length: number) => ReactNode;
  onVisible: ((first: number, last: number) => void) | undefined;
}

/** Renders the visible rows; until that code is loaded, the first ones. */
function LongBody({ scroller, count, span, draw, drawFirst, onVisible }: LongBodyProps) {
  const fallback = (
    <>
      {drawFirst(DRAW_ALL_UP_TO)}
      <Spacer span={span} px={(count - DRAW_ALL_UP_TO) * ROW_PX} />
    </>
  );
  return (
    <Suspense fallback={fallback}>
      <VirtualRows scroller={scroller} count={count} rowPx={ROW_PX} span={span} render={draw} onVisible={onVisible} />
    </Suspense>
  );
}

function ColumnWidths({
  columns,
  actionsPx,
}: {
  columns: readonly { id: string; widthPx: number }[];
  actionsPx: number;
}) {
  return (
    <colgroup>
      {columns.map(({ id, widthPx }) => (
        <col key={id} style={{ width: widthPx }} />
      ))}
      {actionsPx > 0 && <col style={{ width: actionsPx }} />}
    </colgroup>
  );
}

function ActionsHead() {
  const { t } = useTranslation();
  return (
    <th className={classes.actions}>
      <span className="visuallyHidden">{t('list.actions')}</span>
    </th>
  );
}

/** Space for rows that are not rendered, so that the scroll position stays the same when they are. */
export function Spacer({ span, px }: { span: number; px: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={span} style={{ height: px }} />
    </tr>
  );
}

/** A row that is not loaded yet. */
const LoadingRow = ({ span }: { span: number }) => (
  <tr aria-hidden>
    <td colSpan={span}>
      <Skeleton width="24%" />
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
  const sortField = column.sort;
  const isSorted = sortField !== undefined && sort?.field === sortField;
  const title = (
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
      {sortField === undefined || !onSort ? (
        title
      ) : (
        <button
          type="button"
          className={classes.sort}
          data-on={isSorted || undefined}
          onClick={() => onSort(sortField)}
        >
          <span>{title}</span>
          {isSorted && <Arrow size={14} stroke={2} aria-hidden />}
        </button>
      )}
    </th>
  );
}

/** Moves the focus from the link of one row to that of the next by arrow keys. */
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
