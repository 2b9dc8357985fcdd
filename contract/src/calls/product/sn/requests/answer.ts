// product/sn/requests/answer
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { sn } from '../../../../entities/parts.ts';

export const productSnRequestsAnswer = call({
  summary:
    'Answers a request of product/sn/requests: an accepted number joins the plant within minutes, with what it has reported; a refused one does not join.',
  access: { anyOf: ['SnImport'] },
  request: z.object({ id: z.uuid(), sn, accepts: z.boolean() }),
  response: z.object({}),
  errors: ['claimRequestNotFound'],
  transaction: 'change',
});
