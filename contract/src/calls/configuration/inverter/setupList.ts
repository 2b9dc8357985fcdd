// configuration/inverter/setupList
import { z } from 'zod';
import { call } from '../../../call.ts';
import { COMMAND_STEPS } from '../../../commands.ts';
import { page, wordFilter } from '../../../entities/page.ts';
import { setupRow } from '../../../entities/setup.ts';
import { devices } from '../../../pageModules.ts';

export const configurationInverterSetupList = call({
  summary:
    'What the caller and his company have set in many devices at once, the newest first, and how far each is; of one of them the result of every device.',
  access: { anyOf: ['InverterConfiguration'] },
  request: z.object({
    /** Selects one setup with its devices; `page` then applies to these. */
    id: z.uuid().optional(),
    state: wordFilter(COMMAND_STEPS),
    page: page.prefault({}),
  }),
  response: z.object({
    list: z.array(setupRow),
    devices: devices(
      z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          sn: z.string(),
          gatewaySn: z.string(),
          state: z.enum(COMMAND_STEPS),
          /** Same as in `gateway/commands/list`. */
          reason: z.string(),
          /** In the order of the setup's values; null: not read, or not yet. */
          readBack: z.array(z.number().nullable()),
        }),
      ),
      [],
    ),
    /** For one setup: devices that got no command, with the error code as reason. */
    leftOut: devices(
      z.array(z.object({ sid: z.string(), siteName: z.string(), sn: z.string(), reason: z.string() })),
      [],
    ),
    /** Number of setups, or of the devices of one. */
    total: z.number().int(),
  }),
  errors: ['setupNotFound'],
});
