// device/credential
import { z } from 'zod';
import { call } from '../../call.ts';
import { credential } from '../../entities/device.ts';
import { sn } from '../../entities/parts.ts';

export const deviceCredential = call({
  summary:
    'A new password for a device that speaks MQTT, shown this once. The one before it ends at once, and with it the connection that used it.',
  access: { anyOf: ['DeviceRegister'] },
  request: z.object({ sn }),
  response: credential,
  errors: ['deviceNotFound', 'siteNotFound', 'siteReadOnly', 'noCredential', 'tooManyRequests'],
  transaction: 'change',
  returnsSecret: true,
});
