// device/history/files/remove
import { z } from 'zod';
import { call } from '../../../../call.ts';

export const deviceHistoryFilesRemove = call({
  summary: 'Removes a file of the caller’s, or ends the making of it.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ id: z.uuid() }),
  response: z.object({}),
  errors: ['fileNotFound'],
  transaction: 'change',
});
