// product/sn/del
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sn } from '../../../entities/parts.ts';

export const productSnDel = call({
  summary:
    'Takes serial numbers off the list that were entered and are in no plant: those of one\u2019s company\u2019s stock, administrators any. All of them or none; one whose device sends stays among the unregistered.',
  access: { anyOf: ['SnImport'] },
  request: z.object({ sn: z.array(sn).min(1).max(200) }),
  response: z.object({ removed: z.number().int() }),
  errors: ['deviceNotFound'],
  transaction: 'change',
});
