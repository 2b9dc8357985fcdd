// gateway/parameters
import { z } from 'zod';
import { call } from '../../call.ts';
import { COMMAND_STEPS } from '../../commands.ts';
import { iso, sid, sn } from '../../entities/parts.ts';
import { PARAMETER_GROUPS, PARAMETER_UNITS } from '../../products.ts';

export const gatewayParameters = call({
  summary:
    'The parameters of a device by its product’s catalogue: what may be set, what the device said last, what was asked for and how far that is.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid, sn }),
  response: z.object({
    sn: z.string(),
    alias: z.string(),
    modelName: z.string(),
    gatewaySn: z.string(),
    /** Whether a connection of its gateway is open; null: devices connect to another broker, which does not say. */
    isOnline: z.boolean().nullable(),
    parameters: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        group: z.enum(PARAMETER_GROUPS),
        unit: z.enum(PARAMETER_UNITS),
        min: z.number(),
        max: z.number(),
        step: z.number(),
        default: z.number().nullable(),
        isProtected: z.boolean(),
        isVerified: z.boolean(),
        /** As the device said it last. */
        value: z.number().nullable(),
        valueIso: iso,
        /** By the newest command that writes it; null: there was none. */
        wanted: z.number().nullable(),
        state: z.enum(COMMAND_STEPS).nullable(),
        isIssued: z.boolean(),
        reason: z.string(),
      }),
    ),
  }),
  refusals: ['noSuchSite', 'noSuchDevice', 'notControllable'],
});
