// site/overview
import { z } from 'zod';
import { call } from '../../call.ts';
import { alert, alertFields } from '../../entities/alert.ts';
import { devicePowerOf, todayFlows } from '../../entities/device.ts';
import { iso, lastUpdate, sid } from '../../entities/parts.ts';
import { doubtful, problem, problemInRow } from '../../entities/problem.ts';
import { waitsFor } from '../../entities/site.ts';
import {
  balance,
  benefit,
  energyFlow,
  peak,
  production,
  provenance,
  valuationBasis,
} from '../../entities/statistics.ts';
import { numberFigure, textFigure, unknownFigures } from '../../figures.ts';
import { devices, money } from '../../pageModules.ts';
import { REPORT_KINDS } from '../../report.ts';
import { siteJob } from '../../siteJobs.ts';

export const siteOverview = call({
  summary: 'What a plant does now and has done: energy with money, benefits, energy flow, devices, alert.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: z.object({
    sid,
    siteName: z.string(),
    timezone: z.string(),
    statisticsProduction: production,
    benefit,
    status: z.number().int(),
    statusTitle: z.string(),
    /** Online, but without live data: its devices sleep while the sun is down. */
    isAsleep: z.boolean(),
    waitsFor,
    ...lastUpdate,
    createdAt: z.string(),
    createdAtIso: iso,
    deviceList: devices(
      z.array(
        z.object({
          sid,
          sn: z.string(),
          alias: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          status: z.number().int(),
          statusTitle: z.string(),
          isAsleep: z.boolean(),
          ...alertFields,
          pageType: z.number().int(),
          kind: z.enum(REPORT_KINDS),
          /** Reported firmware; "" for none. */
          version: z.string(),
          /** Signed as in device/list; "" if not live. */
          now: textFigure(),
          nowOf: devicePowerOf,
          /** Production; "" for devices that do not produce, so that the devices sum to the plant. */
          today: textFigure(),
          /** Instead, for meters and batteries. */
          todayFlows,
          nowUnit: z.literal('W'),
          todayUnit: z.literal('kWh'),
          ...unknownFigures,
          lastUpdateTime: z.number().int(),
          lastUpdateIso: iso,
          /** Upload interval in seconds, as announced or observed; data older than three intervals are stale. */
          expectedUploadS: z.number().int(),
          /** Its worst open problem. */
          problem: problemInRow.nullable(),
          /** Mean power of each quarter of an hour of today so far, W, from the first one with data; null for a gap. */
          spark: z.array(z.number().nullable()),
        }),
      ),
      [],
    ),
    energy: energyFlow,
    /** Null: only production is measured. */
    balance: z.object({ today: balance, yesterday: balance, month: balance, year: balance }).nullable(),
    alert,
    /** Open problems, the most severe first, then the highest weekly loss; many devices or modules with one cause are one. */
    problems: devices(z.array(problem), []),
    doubtful,
    /** Value of a kWh today, in the currency; null: no price is set. */
    worth: money(
      z
        .object({
          /** Import price per kWh. */
          price: z.number(),
          /** Export price per kWh; null: the same. */
          feedInPrice: z.number().nullable(),
          /** Share of production used on site, 0..1; null: not set. */
          ownUseShare: z.number().nullable(),
          perKwh: z.number(),
        })
        .nullable(),
      null,
    ),
    /** Basis of the amounts of `statisticsProduction`, from the plant's first energy on. */
    worthBasis: money(valuationBasis, null),
    /** Open events about sources of frames, and about two devices with one number; addresses only for the branch and the owner. */
    sourceEvents: devices(
      z.array(
        z.object({
          sn: z.string(),
          code: z.enum(['secondSource', 'foreignSource', 'twoAsOne']),
          title: z.string(),
          desc: z.string(),
          sinceIso: iso,
        }),
      ),
      [],
    ),
    /** Highest power of today, W: `peak` without its time. */
    max_power: numberFigure(),
    ...unknownFigures,
    peak,
    /** The day with the most energy, kWh; null: no full day yet. */
    record: z.object({ day: z.string(), energy: z.number() }).nullable(),
    /** The highest power of all days; available some hours after the end of a day. `since`: first day with measured power if energy of earlier days has none, so that a better day may have a lower power; null: power of all days was measured. */
    recordPeak: peak.unwrap().extend({ since: z.string().nullable() }).nullable(),
    components: z.array(z.string()),
    /** Peak power of the modules, W. */
    powerMax: z.number(),
    reporting: devices(z.number().int().nullable(), null),
    deviceCount: devices(z.number().int().nullable(), null),
    isNight: z.boolean(),
    /** Next sunrise within two days; null: none. */
    sunriseIso: iso,
    /** Upload interval in seconds: no device of the plant is live three intervals after the last update. */
    expectedUploadS: z.number().int(),
    provenance: z.object({
      today: provenance,
      yesterday: provenance,
      month: provenance,
      year: provenance,
      total: provenance,
    }),
    /** Running jobs after a change; figures are the old ones until they finish. */
    jobs: z.array(siteJob),
    /** Number of firmware updates that await the owner's consent, or were answered and have not ended (site/updates). */
    updates: z.number().int(),
  }),
  errors: ['siteNotFound'],
});
