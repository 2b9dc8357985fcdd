// device/history/files/fetch
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { HISTORY_FORMATS } from '../../../../entities/historyFiles.ts';
import { fileAnswer } from '../../../../files.ts';

export const deviceHistoryFilesFetch = call({
  summary:
    'A file of the caller’s that is ready (device/history/files). Whoever may not see its plant any more is refused.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ id: z.uuid() }),
  response: fileAnswer(Object.values(HISTORY_FORMATS)),
  answers: 'file',
  errors: ['fileNotFound', 'deviceNotFound', 'siteNotFound', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
  timeoutMs: 180_000,
});
