// configuration/inverter/setupValue
import { z } from 'zod';
import { call } from '../../../call.ts';
import { COMMAND_VALID_S, MAX_COMMAND_VALUES, MAX_SETUP_DEVICES } from '../../../commands.ts';
import { amount, int, text } from '../../../entities/parts.ts';
import { modelCode } from '../../../entities/product.ts';
import { setupFilters, setupRow } from '../../../entities/setup.ts';

export const configurationInverterSetupValue = call({
  summary:
    'Writes the same values to all devices of a product that a filter finds: one command for each, read back like any other. Devices that cannot be told now are left out and named.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({
    model: modelCode,
    filters: setupFilters.prefault({}),
    /** Number of devices in the preview; refused if it has changed. */
    devices: int(1, MAX_SETUP_DEVICES),
    write: z
      .array(z.object({ name: text(40, 1), value: amount(-1_000_000, 1_000_000) }))
      .min(1)
      .max(MAX_COMMAND_VALUES)
      .refine((rows) => new Set(rows.map((row) => row.name)).size === rows.length, 'each name once'),
    /** Seconds each command may take once it may be sent. */
    validS: int(COMMAND_VALID_S.least, COMMAND_VALID_S.most).default(COMMAND_VALID_S.usual),
    /** Devices that sleep without the sun get their command at their plant's next sunrise; others get it now. */
    atSunrise: z.boolean().default(false),
  }),
  response: z.object({ setup: setupRow }),
  errors: [
    'productNotFound',
    'needsSecondFactor',
    'parameterNotFound',
    'parameterOutOfRange',
    'setupHasChanged',
    'setupWithoutDevices',
  ],
  transaction: 'change',
  timeoutMs: 30_000,
});
