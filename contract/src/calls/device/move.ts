// device/move
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid, sn } from '../../entities/parts.ts';

export const deviceMove = call({
  summary:
    'Moves a device to another plant of the caller, a gateway with all that hangs on it. Its history stays where it was measured; its password stays valid.',
  access: { anyOf: ['DeviceRemove'] },
  request: z.object({
    sid,
    sn,
    /** Destination plant. */
    to: sid,
  }),
  response: z.object({
    /** All moved devices. */
    moved: z.array(z.string()),
  }),
  errors: ['siteNotFound', 'siteReadOnly', 'deviceNotFound', 'alreadyThere', 'serialNumberFailed', 'tooManyRequests'],
  transaction: 'change',
});
