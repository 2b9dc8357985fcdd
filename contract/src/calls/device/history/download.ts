// device/history/download
import { z } from 'zod';
import { call } from '../../../call.ts';
import { daysOfDevice } from '../../../entities/parts.ts';
import { fileAnswer } from '../../../files.ts';

export const deviceHistoryDownload = call({
  summary:
    'All samples of a device over a range of days of its plant, at most 366, as CSV: the instant with the offset and as text on the plant’s clock, the status, and each quantity with its unit.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object(daysOfDevice),
  response: fileAnswer('text/csv; charset=utf-8'),
  answers: 'file',
  refusals: ['noSuchDevice', 'timeReversed', 'tooManyRequests'],
  transaction: 'own',
  changes: false,
  timeoutMs: 180_000,
});
