// Writes a table as a file of Parquet.
import { parquetBytes } from '../../platform/files/parquet.ts';
import type { Column } from '../../platform/files/table.ts';
import type { TableFile } from './csvFile.ts';
import type { UnfinishedFile } from './unfinished.ts';

const ROWS_A_GROUP = 25_000;

export function parquetFile(file: UnfinishedFile, columns: readonly Column[]): TableFile {
  const bytes = parquetBytes(columns, ROWS_A_GROUP);
  return {
    write: async (piece) => await file.write(await bytes.add(piece)),
    async finish() {
      await file.write(await bytes.finish());
      await file.finish();
    },
  };
}
