// bdnz/three/history/download
import { call } from '../../../../call.ts';
import { deviceHistoryDownload } from '../../../device/history/download.ts';

export const bdnzThreeHistoryDownload = call({
  summary: 'Samples of a meter as CSV, XLSX or Parquet, as device/history/download.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  cost: 'expensive',
  request: deviceHistoryDownload.request,
  response: deviceHistoryDownload.response,
  errors: [...deviceHistoryDownload.errors, 'otherKind'],
  answers: 'file',
  transaction: 'manual',
  changes: false,
  timeoutMs: 180_000,
});
