// product/sn/ownership/proof
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { int } from '../../../../entities/parts.ts';
import { fileAnswer } from '../../../../files.ts';

export const productSnOwnershipProof = call({
  summary: 'One file of proof of an ownership claim, of either side, for administrators.',
  access: { anyOf: ['SnImport'] },
  request: z.object({ id: z.uuid(), position: int(0, 2), side: z.enum(['claimant', 'holder']).default('claimant') }),
  response: fileAnswer(['image/webp', 'application/pdf']),
  errors: ['ownershipClaimNotFound'],
  transaction: 'manual',
  changes: false,
  answers: 'file',
});
