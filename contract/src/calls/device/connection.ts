// device/connection
import { z } from 'zod';
import { call } from '../../call.ts';
import { devicePowerOf, todayFlows } from '../../entities/device.ts';
import { iso, sid, sn } from '../../entities/parts.ts';
import { problemInRow } from '../../entities/problem.ts';
import { REPORT_KINDS } from '../../report.ts';

const said = {
  kind: z.enum(REPORT_KINDS),
  model: z.string(),
  hardware: z.string(),
  firmware: z.string(),
};

export const deviceConnection = call({
  summary:
    'How a device that speaks MQTT is connected: since when, what it announced, what hangs on it, which rows of its reports were refused and why.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    sn: z.string(),
    online: z.boolean(),
    /** Time since when it is online or offline; null: it has never connected. */
    sinceIso: iso,
    /** Time its password was issued; null: it has none and cannot sign in. */
    credentialIso: iso,
    announced: z
      .object({ ...said, signalDbm: z.number().int().nullable(), intervalS: z.number().int().nullable(), atIso: iso })
      .nullable(),
    /** Announced and attached devices in this plant, by number. */
    children: z.array(
      z.object({
        sn: z.string(),
        ...said,
        /**
         * Null: it belongs to the plant. `waiting`: it joins the plant at `joinsIso` if its number is free then and nobody
         * objects; `notAdded`: it does not join. The reason is withheld, as it would reveal whether the number exists elsewhere.
         */
        refused: z.enum(['waiting', 'notAdded', 'full']).nullable(),
        /** When a waiting device joins the plant; null: it does not wait. */
        joinsIso: iso,
        /** False: attached to this gateway, but missing in its last announcement. */
        isAnnounced: z.boolean(),
        alias: z.string(),
        /** Same as in lists; null: not in the plant. */
        status: z.number().int().nullable(),
        /** Online, and silent because the sun is down. */
        isAsleep: z.boolean(),
        /** Its worst open problem that is counted; null: none. */
        problem: problemInRow.nullable(),
        /** W, while live; for meters and batteries as counted by the plant. */
        now: z.number().nullable(),
        nowOf: devicePowerOf,
        /** Production in kWh. */
        todayPower: z.number().nullable(),
        /** For meters and batteries instead: energy of each direction today, kWh. */
        todayFlows,
        /** Null: it has never reported. */
        lastUpdateIso: iso,
        /** Seconds after which its values are no longer live. */
        staleAfterS: z.number().int().nullable(),
      }),
    ),
    /** Attached devices in this plant: in total, ever reported, and with live values. */
    count: z.object({ inPlant: z.number().int(), heard: z.number().int(), live: z.number().int() }),
    /** Sums over attached devices that produce and report it, W and kWh; null: none. */
    now: z.number().nullable(),
    todayPower: z.number().nullable(),
    /** Includes devices of invalid announcements: `child`. */
    refusedRows: z.array(
      z.object({
        /** `otherPlant`: of a device that is not in this plant. `empty`: no usable value. `differs`: the instant was stored before with other values, which stand. `rateLimit`: counts single values of an OpenDTU. */
        reason: z.enum([
          'malformed',
          'serialNumber',
          'future',
          'old',
          'otherPlant',
          'restricted',
          'tooMany',
          'empty',
          'differs',
          'rateLimit',
          'child',
        ]),
        count: z.number().int(),
        /** Of the last row; "" if not reported. */
        sn: z.string(),
        atIso: iso,
      }),
    ),
    /** Number of values with unknown names or implausible values. */
    ignoredValues: z.number().int(),
    /** Port for devices at this server; null: not available. */
    mqttPort: z.number().int().nullable(),
    mqttTlsPort: z.number().int().nullable(),
  }),
  errors: ['deviceNotFound'],
});
