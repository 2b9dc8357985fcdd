// account/archive/fetch
import { z } from 'zod';
import { call } from '../../../call.ts';
import { fileAnswer } from '../../../files.ts';

export const accountArchiveFetch = call({
  summary: 'Downloads the finished archive (account/archive) as ZIP; docs/integrate/export.md lists its contents.',
  access: 'signedIn',
  request: z.object({}),
  response: fileAnswer(['application/zip']),
  answers: 'file',
  errors: ['fileNotFound', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
  timeoutMs: 180_000,
});
