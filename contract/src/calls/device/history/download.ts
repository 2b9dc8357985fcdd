// device/history/download
import { call } from '../../../call.ts';
import { HISTORY_FORMATS, historyFileRequest } from '../../../entities/historyFiles.ts';
import { fileAnswer } from '../../../files.ts';

export const deviceHistoryDownload = call({
  summary:
    'All samples of a device over a range of days of its plant, at most 366, at once, as CSV, XLSX or Parquet: the instant with the offset and on the plant’s clock, the status, and each quantity with its unit. device/history/files/ask makes it in the background.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  cost: 'expensive',
  request: historyFileRequest,
  response: fileAnswer(Object.values(HISTORY_FORMATS)),
  answers: 'file',
  errors: ['deviceNotFound', 'timeReversed', 'notYet', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
  timeoutMs: 180_000,
});
