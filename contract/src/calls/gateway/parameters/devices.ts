// gateway/parameters/devices
import { z } from 'zod';
import { call } from '../../../call.ts';
import { controlState } from '../../../entities/command.ts';
import { page, textFilter } from '../../../entities/page.ts';
import { iso, sid } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';
import { REPORT_KINDS } from '../../../report.ts';

export const gatewayParametersDevices = call({
  summary: 'The devices of a plant whose parameters can be set, and whether the plant may be controlled.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid,
    page: page.prefault({}),
    /** Part of a name, or prefix of a serial number. */
    keywords: textFilter,
  }),
  response: z.object({
    siteName: z.string(),
    timezone: z.string(),
    control: controlState,
    /** Gateways first. */
    list: devices(
      z.array(
        z.object({
          sn: z.string(),
          alias: z.string(),
          kind: z.enum(REPORT_KINDS),
          modelName: z.string(),
          gatewaySn: z.string(),
          /** Commands that have not ended. */
          open: z.number().int(),
          /** Next sunrise of the plant, while the device sleeps and cannot answer; null: it is awake. */
          sleepsUntilIso: iso,
        }),
      ),
      [],
    ),
    total: z.number().int(),
  }),
  errors: ['siteNotFound'],
});
