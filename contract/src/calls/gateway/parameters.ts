// gateway/parameters
import { z } from 'zod';
import { call } from '../../call.ts';
import { COMMAND_STEPS, OUTPUT_ACTIONS } from '../../commands.ts';
import { iso, sid, sn } from '../../entities/parts.ts';
import { PARAMETER_GROUPS, PARAMETER_UNITS } from '../../products.ts';

export const gatewayParameters = call({
  summary:
    'The parameters of a device by its product’s catalogue: what may be set, what the device said last, what was asked for and how far that is; and what else it can be told, such as a limit of its power.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid, sn }),
  response: z.object({
    sn: z.string(),
    alias: z.string(),
    modelName: z.string(),
    gatewaySn: z.string(),
    /** Whether its gateway is connected; null: devices connect to an external broker, which does not report that. */
    isOnline: z.boolean().nullable(),
    /** Next sunrise of the plant, while the device sleeps and cannot answer; null: it is awake. */
    sleepsUntilIso: iso,
    /** Actions besides parameters: its product has the function, and its gateway the command. */
    actions: z.array(z.object({ action: z.enum(OUTPUT_ACTIONS), isProtected: z.boolean() })),
    /** Last reported by the device; null: never requested. */
    output: z.object({
      limitPercent: z.number().nullable(),
      limitIso: iso,
      isOn: z.boolean().nullable(),
      onIso: iso,
    }),
    /** The newest command with one of these actions; null: none. */
    lastAction: z
      .object({
        action: z.enum(OUTPUT_ACTIONS),
        /** Requested limit. */
        wanted: z.number().nullable(),
        state: z.enum(COMMAND_STEPS),
        reason: z.string(),
        askedIso: z.string(),
      })
      .nullable(),
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
        /** Last reported by the device. */
        value: z.number().nullable(),
        valueIso: iso,
        /** Value of the newest command that writes it; null: none. */
        wanted: z.number().nullable(),
        state: z.enum(COMMAND_STEPS).nullable(),
        /** It was read back, and the device has not reported another value since. */
        isIssued: z.boolean(),
        reason: z.string(),
      }),
    ),
  }),
  errors: ['siteNotFound', 'deviceNotFound', 'notControllable'],
});
