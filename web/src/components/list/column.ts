// A column of a list: what the table shows, what cards on phones show, what the CSV says.
import type { Cell } from '../csv.ts';
import type { ColumnOffer } from './columnChoice.ts';
import type { Column } from './DataTable.tsx';

export interface CsvField<Row> {
  title: string;
  /** Unrounded; numbers stay numbers. */
  value: (row: Row) => Cell;
}

export interface ListColumn<Row, Sort extends string = string> extends Column<Row, Sort> {
  /** Stays first, cannot be hidden or moved. */
  isFixed?: true;
  /** Shown only by those who choose it. */
  isHiddenAtFirst?: true;
  /** The CSV's fields of this column; the CSV holds every column, shown or not. Left out: nothing to write. */
  csv?: readonly CsvField<Row>[];
}

export function offerOf(columns: readonly ListColumn<never>[]): ColumnOffer {
  const ids = (of: (column: ListColumn<never>) => unknown) => columns.filter(of).map(({ id }) => id);
  return {
    ids: ids(() => true),
    fixed: ids(({ isFixed }) => isFixed),
    hiddenAtFirst: ids(({ isHiddenAtFirst }) => isHiddenAtFirst),
  };
}
