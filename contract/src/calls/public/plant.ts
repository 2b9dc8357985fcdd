// public/plant
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso, secret } from '../../entities/parts.ts';
import { energyFlow, peak, provenance } from '../../entities/statistics.ts';
import { EVENT_CODES, EVENT_LEVELS } from '../../events.ts';

export const publicPlant = call({
  summary:
    'What the public page of a plant shows, by the secret in its link: power and energy, today’s curve, energy flow, CO2, and whether something is wrong; nothing of where it is, whose, or of what devices.',
  access: 'public',
  request: z.object({ token: secret(64) }),
  response: z.object({
    title: z.string(),
    /** Time of the response in the plant's local time: with its offset, but no zone name, which would reveal the region. */
    nowIso: z.string(),
    /** Current day in that time. */
    day: z.string(),
    /** Peak power of the modules, W. */
    powerMax: z.number(),
    /** Same as in site/overview: W and kWh as text, "" if there is no value. */
    now: z.string(),
    today: z.string(),
    month: z.string(),
    year: z.string(),
    total: z.string(),
    /** CO2 savings of the total, kg. */
    co2: z.string(),
    /** How today's energy was obtained, and the share of daylight covered by data. */
    provenance,
    flow: energyFlow,
    /** Mean power of each five minutes of today, W; null for a gap. */
    curve: z.object({ xAxisIso: z.array(z.string()), data: z.array(z.number().nullable()) }),
    peak,
    /** Whether it has any devices. */
    hasDevices: z.boolean(),
    /** Number of its open problems: warnings that nobody has acknowledged, and faults; the same as in site/listWithSN. */
    problems: z.number().int(),
    /** The worst of them in general words, without its device and its cost; null: none. */
    problem: z.object({ code: z.enum(EVENT_CODES), level: z.enum(EVENT_LEVELS), title: z.string() }).nullable(),
    /** Nothing is produced because the sun is down. */
    isNight: z.boolean(),
    lastUpdateIso: iso,
    /** Upload interval in seconds: nothing is live three intervals after the last update. */
    expectedUploadS: z.number().int(),
  }),
  errors: ['publicPageNotFound', 'tooManyRequests'],
});
