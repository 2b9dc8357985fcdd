// account/archive/fetch
import { z } from 'zod';
import { call } from '../../../call.ts';
import { fileAnswer } from '../../../files.ts';

export const accountArchiveFetch = call({
  summary: 'The archive that is ready (account/archive), as ZIP; docs/integrate/export.md says what is in it.',
  access: 'signedIn',
  request: z.object({}),
  response: fileAnswer(['application/zip']),
  answers: 'file',
  refusals: ['noSuchFile', 'tooManyRequests'],
  transaction: 'own',
  changes: false,
  timeoutMs: 180_000,
});
