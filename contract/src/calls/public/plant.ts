// public/plant
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso, secret } from '../../entities/parts.ts';
import { energyFlow, peak, provenance } from '../../entities/statistics.ts';

export const publicPlant = call({
  summary:
    'What the public page of a plant shows, by the secret in its link: power and energy, today’s curve, energy flow, CO2; nothing of where it is, whose, or of what devices.',
  access: 'public',
  request: z.object({ token: secret(64) }),
  response: z.object({
    title: z.string(),
    /** When this was answered, on the plant's clock: its offset, and no name of a zone, which would tell a region. */
    nowIso: z.string(),
    /** Today, on that clock. */
    day: z.string(),
    /** Peak power of the modules, W. */
    powerMax: z.number(),
    /** As site/overview tells them: W and kWh as texts, "" where there is no value. */
    now: z.string(),
    today: z.string(),
    month: z.string(),
    year: z.string(),
    total: z.string(),
    /** Of the total, kg. */
    co2: z.string(),
    /** How today's energy was obtained, and how much of its daylight the data cover. */
    provenance,
    flow: energyFlow,
    /** Mean power of each five minutes of today, W; null is a gap. */
    curve: z.object({ xAxisIso: z.array(z.string()), data: z.array(z.number().nullable()) }),
    peak,
    /** Whether it has devices at all. */
    hasDevices: z.boolean(),
    /** Nothing makes energy because the sun is down. */
    isNight: z.boolean(),
    lastUpdateIso: iso,
    /** Seconds: three of them after the last update nothing is live. */
    expectedUploadS: z.number().int(),
  }),
  refusals: ['publicPageNotFound', 'tooManyRequests'],
});
