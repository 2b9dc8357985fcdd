// device/detailWifiOta
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn, text } from '../../entities/parts.ts';
import { MAX_WIFI_DEVICES } from '../../firmware.ts';

export const deviceDetailWifiOta = call({
  summary:
    'Whether there is a newer firmware for the Wi-Fi parts of these devices: advice 0, it has to be installed; 1, it is offered; 2, none. `address` is good for ten minutes. A device that the caller does not see is told as one without an offer.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    wifiSn: z.array(z.object({ sn, wifiVersion: text(60) })).max(MAX_WIFI_DEVICES),
  }),
  response: z.array(
    z.object({
      sn: z.string(),
      /** The offered version, otherwise the given one. */
      wifiVersion: z.string(),
      advice: z.number().int(),
      /** '': none. */
      address: z.string(),
    }),
  ),
});
