// A column of a list, for the table, the cards on phones, and the CSV.
import type { Cell } from '@heliograph/contract/csv.ts';
import type { ColumnOffer } from './columnChoice.ts';
import type { Column } from './DataTable.tsx';

export interface CsvField<Row> {
  title: string;
  /** Unrounded value; numbers stay numbers. */
  value: (row: Row) => Cell;
}

export interface ListColumn<Row, Sort extends string = string> extends Column<Row, Sort> {
  /** Always first; cannot be hidden or moved. */
  isFixed?: true;
  /** Hidden by default. */
  isHiddenByDefault?: true;
  /** CSV fields of this column; the CSV contains every column, shown or not. Omitted for a column without data. */
  csv?: readonly CsvField<Row>[];
}

export function offerOf(columns: readonly ListColumn<never>[]): ColumnOffer {
  const ids = (predicate: (column: ListColumn<never>) => unknown) => columns.filter(predicate).map(({ id }) => id);
  return {
    ids: ids(() => true),
    fixed: ids(({ isFixed }) => isFixed),
    hiddenAtFirst: ids(({ isHiddenByDefault }) => isHiddenByDefault),
  };
}
