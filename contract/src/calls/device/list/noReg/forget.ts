// device/list/noReg/forget
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { sn } from '../../../../entities/parts.ts';

export const deviceListNoRegForget = call({
  summary:
    'Forgets a number of no plant: what is kept of it goes, and with a gateway the numbers of which only it told. It is listed again as soon as it sends again.',
  access: { anyOf: ['DeviceForget'] },
  request: z.object({ sn }),
  response: z.object({
    /** Deleted numbers: itself, and for a gateway its children. */
    numbers: z.number().int(),
    /** Deleted stored frames. */
    frames: z.number().int(),
  }),
  errors: ['deviceNotFound', 'serialNumberTaken'],
  transaction: 'change',
});
