// Writes a table as a Parquet file.
import { parquetBytes } from '../../platform/files/parquet.ts';
import type { Column } from '../../platform/files/table.ts';
import type { TableFile } from './csvFile.ts';
import type { UnfinishedFile } from './unfinished.ts';

const GROUP_ROWS = 25_000;

export function parquetFile(file: UnfinishedFile, columns: readonly Column[]): TableFile {
  const bytes = parquetBytes(columns, GROUP_ROWS);
  return {
    write: async (piece) => await file.write(await bytes.add(piece)),
    async finish() {
      await file.write(await bytes.finish());
      await file.finish();
    },
  };
}
