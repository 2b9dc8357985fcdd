// device/history/files/ask
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { historyFileRequest } from '../../../../entities/historyFiles.ts';

export const deviceHistoryFilesAsk = call({
  summary:
    'Asks for a file of a device’s samples over a range of days of its plant, at most 3,660, as CSV, XLSX or Parquet. It is made in the background, once for who asks for the same twice; device/history/files tells how far it is.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: historyFileRequest,
  response: z.object({
    /** ID of this file. */
    id: z.string(),
  }),
  errors: [
    'deviceNotFound',
    'timeReversed',
    'rangeTooLong',
    'notYet',
    'tooManyRequests',
    'tooManyFiles',
    'filesFull',
    'busy',
  ],
  transaction: 'change',
});
