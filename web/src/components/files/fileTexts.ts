// Names of file formats, and text of a file size.
import type { HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import { full } from '../../format/numbers.ts';

/** Names of the formats, the same in every language. */
export const FORMAT_NAMES: Record<HistoryFormat, string> = { csv: 'CSV', xlsx: 'XLSX', parquet: 'Parquet' };

/** Formats a size: "1.2 GB", "9.8 MB", "12 KB". */
export function sizeOf(bytes: number): string {
  if (bytes >= 1e9) return `${full(bytes / 1e9, bytes >= 1e10 ? 0 : 1)} GB`;
  if (bytes >= 1e6) return `${full(bytes / 1e6, bytes >= 1e7 ? 0 : 1)} MB`;
  return `${full(Math.max(1, Math.round(bytes / 1000)), 0)} KB`;
}
