// device/updateWifiVersion
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn, text } from '../../entities/parts.ts';
import { MAX_WIFI_DEVICES } from '../../firmware.ts';

export const deviceUpdateWifiVersion = call({
  summary:
    'Keeps which version the Wi-Fi parts of these devices run, as a program beside them has read it; none of them, when one is not the caller’s to change.',
  access: { anyOf: ['DeviceControl', 'SiteUpdate'] },
  request: z.object({
    wifiSn: z
      .array(z.object({ sn, wifiVersion: text(60, 1) }))
      .min(1)
      .max(MAX_WIFI_DEVICES)
      .refine((rows) => new Set(rows.map((row) => row.sn)).size === rows.length, 'each number once'),
  }),
  response: z.object({}),
  errors: ['deviceNotFound', 'siteNotFound', 'siteReadOnly'],
  transaction: 'change',
});
