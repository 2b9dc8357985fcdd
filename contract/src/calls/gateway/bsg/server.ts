// gateway/bsg/server
import { z } from 'zod';
import { call } from '../../../call.ts';
import { COMMAND_VALID_S, COMMAND_WAIT_S, MAX_COMMAND_VALUES, OUTPUT_ACTIONS } from '../../../commands.ts';
import { commandRow } from '../../../entities/command.ts';
import { amount, int, sid, sn, text } from '../../../entities/parts.ts';

const name = text(40, 1);

export const gatewayBsgServer = call({
  summary:
    'Reads parameters of a device by way of its gateway, writes them and reads them back, or limits its power, restarts it, switches it on or off; waits for the device, 25 s at most, and tells how far the command is. A change of a protected parameter waits for a second person.',
  access: { anyOf: ['DeviceControl'] },
  request: z
    .object({
      sid,
      sn,
      /** Names to read; empty: all of its product. Nothing is written then. */
      read: z.array(name).max(MAX_COMMAND_VALUES).optional(),
      /** All are written or none. */
      write: z
        .array(z.object({ name, value: amount(-1_000_000, 1_000_000) }))
        .min(1)
        .max(MAX_COMMAND_VALUES)
        .refine((rows) => new Set(rows.map((row) => row.name)).size === rows.length, 'each name once')
        .optional(),
      /** Instead of reading or writing: performs an action and reads back the result. */
      action: z.enum(OUTPUT_ACTIONS).optional(),
      /** For `limit`: per cent of the rated power; 100: no limit. */
      limitPercent: int(0, 100).optional(),
      /** Seconds the command may take once it may be sent. */
      validS: int(COMMAND_VALID_S.least, COMMAND_VALID_S.most).default(COMMAND_VALID_S.usual),
      /** A device that sleeps without the sun gets the command at its plant's next sunrise; one that is awake gets it now. */
      atSunrise: z.boolean().default(false),
      /** Seconds to wait for the result; 0: responds immediately. */
      waitS: int(0, COMMAND_WAIT_S).default(COMMAND_WAIT_S),
    })
    .refine(
      ({ action, limitPercent }) => (action === 'limit') === (limitPercent !== undefined),
      'a limit, and nothing else, has limitPercent',
    )
    .refine(
      ({ action, read, write }) => action === undefined || (read === undefined && write === undefined),
      'an action by itself',
    ),
  response: z.object({ command: commandRow }),
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'deviceNotFound',
    'notControllable',
    'actionNotOffered',
    'controlIsOff',
    'needsSecondFactor',
    'parameterNotFound',
    'parameterOutOfRange',
    'batterySetTogether',
    'limitedByRule',
    'commandPending',
    'commandQueueFull',
  ],
  transaction: 'manual',
  changes: true,
  timeoutMs: 30_000,
});
