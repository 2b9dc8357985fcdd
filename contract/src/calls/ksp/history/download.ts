// ksp/history/download
import { call } from '../../../call.ts';
import { deviceHistoryDownload } from '../../device/history/download.ts';

export const kspHistoryDownload = call({
  summary: 'Samples of a hybrid inverter or an all-in-one machine as CSV, XLSX or Parquet, as device/history/download.',
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
