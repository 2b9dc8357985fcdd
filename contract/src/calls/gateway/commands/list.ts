// gateway/commands/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { COMMAND_ACTIONS, COMMAND_STEPS } from '../../../commands.ts';
import { commandRow } from '../../../entities/command.ts';
import { page, wordFilter } from '../../../entities/page.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { devices } from '../../../pageModules.ts';

export const gatewayCommandsList = call({
  summary:
    'Every command that was ever asked for in a plant, the newest first: who, when, what, and what became of it.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid,
    page: page.prefault({}),
    filters: z
      .object({
        sn: sn.optional(),
        state: wordFilter(COMMAND_STEPS),
        action: wordFilter(COMMAND_ACTIONS),
        /** Includes renewals of an unchanged limit by a limit rule that were read back. */
        renewals: z.boolean().default(false),
      })
      .prefault({}),
  }),
  response: z.object({ list: devices(z.array(commandRow), []), total: z.number().int() }),
  errors: ['siteNotFound'],
});
