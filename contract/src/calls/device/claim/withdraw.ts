// device/claim/withdraw
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid, sn } from '../../../entities/parts.ts';

export const deviceClaimWithdraw = call({
  summary:
    'Withdraws a device that a gateway of the plant announced and that waits: it does not join the plant unless its number is entered.',
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({ sid, sn }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'claimRequestNotFound'],
  transaction: 'change',
});
