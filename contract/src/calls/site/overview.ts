// site/overview
import { z } from 'zod';
import { call } from '../../call.ts';
import { alert, alertFields } from '../../entities/alert.ts';
import { iso, lastUpdate, sid } from '../../entities/parts.ts';
import { benefit, energyFlow, production, provenance } from '../../entities/statistics.ts';
import { devices } from '../../pageModules.ts';
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
          ...alertFields,
          pageType: z.number().int(),
          /** The firmware it tells; "" for none. */
          version: z.string(),
          now: z.string(),
          today: z.string(),
          nowUnit: z.literal('W'),
          todayUnit: z.literal('kWh'),
          lastUpdateTime: z.number().int(),
          lastUpdateIso: iso,
          /** Seconds between its uploads, as it announced or as its reports tell; older than three of them is stale. */
          expectedUploadS: z.number().int(),
          /** Mean power of each hour of today so far, W, from the first hour with data; null is a gap. */
          spark: z.array(z.number().nullable()),
        }),
      ),
      [],
    ),
    energy: energyFlow,
    alert,
    /** Open events about where frames come from; the addresses only for the branch and the owner. */
    sourceEvents: devices(
      z.array(
        z.object({
          sn: z.string(),
          code: z.enum(['secondSource', 'foreignSource']),
          title: z.string(),
          desc: z.string(),
          sinceIso: iso,
        }),
      ),
      [],
    ),
    /** Highest power of today, W. */
    max_power: z.number().nullable(),
    components: z.array(z.string()),
    /** Peak power of the modules, W. */
    powerMax: z.number(),
    reporting: devices(z.number().int().nullable(), null),
    deviceCount: devices(z.number().int().nullable(), null),
    isNight: z.boolean(),
    /** Seconds: three of them after the last update no device of the plant is live. */
    expectedUploadS: z.number().int(),
    provenance: z.object({ today: provenance, month: provenance, year: provenance, total: provenance }),
    /** What goes on for the plant after a change; figures are the old ones until it is done. */
    jobs: z.array(siteJob),
  }),
  refusals: ['noSuchSite'],
});
