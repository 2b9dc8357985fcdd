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
    /** One of them, with its devices; `page` is then of these. */
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
          /** As of `gateway/commands/list`. */
          reason: z.string(),
          /** In the order of the setup's values; null: not read, or not yet. */
          readBack: z.array(z.number().nullable()),
        }),
      ),
      [],
    ),
    /** Of one: chosen devices that got no command, and in which refusal's word why. */
    leftOut: devices(
      z.array(z.object({ sid: z.string(), siteName: z.string(), sn: z.string(), reason: z.string() })),
      [],
    ),
    /** Of setups; of one, of its devices. */
    total: z.number().int(),
  }),
  refusals: ['setupNotFound'],
});
