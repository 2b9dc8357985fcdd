// device/connection
import { z } from 'zod';
import { call } from '../../call.ts';
import { devicePowerOf, todayFlows } from '../../entities/device.ts';
import { iso, sid, sn } from '../../entities/parts.ts';
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
    /** Since when it is or is not; null: it has never been here. */
    sinceIso: iso,
    /** When its password was issued; null: it has none, and cannot sign in. */
    credentialIso: iso,
    announced: z
      .object({ ...said, signalDbm: z.number().int().nullable(), intervalS: z.number().int().nullable(), atIso: iso })
      .nullable(),
    /** What it announced and what hangs on it in this plant, by number. */
    children: z.array(
      z.object({
        sn: z.string(),
        ...said,
        /** Null: it is in the plant. */
        refused: z.enum(['otherPlant', 'restricted', 'full']).nullable(),
        /** False: it hangs on this gateway and was not in its last announce. */
        isAnnounced: z.boolean(),
        alias: z.string(),
        /** As lists show it; null: it is not in the plant. */
        status: z.number().int().nullable(),
        /** Online, and silent without the sun. */
        isAsleep: z.boolean(),
        /** W, while it is live; of a meter and a battery as its plant counts it. */
        now: z.number().nullable(),
        nowOf: devicePowerOf,
        /** What it made, kWh. */
        todayPower: z.number().nullable(),
        /** Of a meter and a battery instead: each direction today, kWh. */
        todayFlows,
        /** Null: nothing was heard of it yet. */
        lastUpdateIso: iso,
        /** Seconds after which its values are no longer live. */
        staleAfterS: z.number().int().nullable(),
      }),
    ),
    /** Of its children in this plant: how many, how many were ever heard, and of how many the values are live. */
    count: z.object({ inPlant: z.number().int(), heard: z.number().int(), live: z.number().int() }),
    /** Sums over its children that make energy and tell it, W and kWh; null: none does. */
    now: z.number().nullable(),
    todayPower: z.number().nullable(),
    /** Also devices of announces that were none: `child`. */
    refusedRows: z.array(
      z.object({
        reason: z.enum(['malformed', 'serialNumber', 'future', 'old', 'otherPlant', 'restricted', 'tooMany', 'child']),
        count: z.number().int(),
        /** Of the last one; "" where it told none. */
        sn: z.string(),
        atIso: iso,
      }),
    ),
    /** Values under names that nobody knows, or beyond what can be. */
    ignoredValues: z.number().int(),
    /** Where devices connect at this server; null: not there. */
    mqttPort: z.number().int().nullable(),
    mqttTlsPort: z.number().int().nullable(),
  }),
  refusals: ['deviceNotFound'],
});
