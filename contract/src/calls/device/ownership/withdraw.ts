// device/ownership/withdraw
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid } from '../../../entities/parts.ts';

export const deviceOwnershipWithdraw = call({
  summary: 'Withdraws an open ownership claim of the plant and deletes its proof.',
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({ sid, id: z.uuid() }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'ownershipClaimNotFound'],
  transaction: 'change',
});
