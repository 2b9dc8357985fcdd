// site/overview
import { z } from 'zod';
import { call } from '../../call.ts';
import { alert, alertFields } from '../../entities/alert.ts';
import { devicePowerOf, todayFlows } from '../../entities/device.ts';
import { iso, lastUpdate, sid } from '../../entities/parts.ts';
import {
  balance,
  benefit,
  energyFlow,
  peak,
  production,
  provenance,
  valuationBasis,
} from '../../entities/statistics.ts';
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
    /** Online, and nothing of it is live: its devices sleep without the sun. */
    isAsleep: z.boolean(),
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
          /** The firmware it tells; "" for none. */
          version: z.string(),
          /** With its sign, as device/list tells it; "" while nothing live does. */
          now: z.string(),
          nowOf: devicePowerOf,
          /** What it made; "" of what makes nothing, so that the devices' sum is the plant's. */
          today: z.string(),
          /** Of a meter and a battery instead. */
          todayFlows,
          nowUnit: z.literal('W'),
          todayUnit: z.literal('kWh'),
          lastUpdateTime: z.number().int(),
          lastUpdateIso: iso,
          /** Seconds between its uploads, as it announced or as its reports tell; older than three of them is stale. */
          expectedUploadS: z.number().int(),
          /** Mean power of each quarter of an hour of today so far, W, from the first one with data; null is a gap. */
          spark: z.array(z.number().nullable()),
        }),
      ),
      [],
    ),
    energy: energyFlow,
    /** Null: nothing but production is measured. */
    balance: z.object({ today: balance, yesterday: balance, month: balance, year: balance }).nullable(),
    alert,
    /** Open problems of its devices and modules, what costs most a week first; the same problem of more than three is one. */
    problems: devices(
      z.array(
        z.object({
          /** "" when several devices have it. */
          sn: z.string(),
          alias: z.string(),
          devices: z.number().int(),
          /** Of a module; null: of the device. */
          input: z.number().int().nullable(),
          /** How many modules have it; 0: it is one of devices. */
          modules: z.number().int(),
          /** Error code of the status word, `silence`, or what is found of modules: `deadModule`, `weakModule`, `swappedModules`. */
          code: z.string(),
          title: z.string(),
          desc: z.string(),
          /** Null: they have never been heard. */
          sinceIso: iso,
          /** False: none of them makes energy, as a gateway or a meter, so that nothing is lost. */
          costs: z.boolean(),
          /** What the devices would have made beside sound neighbours, less what they made, since then; null: nobody to compare with, nothing that could be lost, or of modules. */
          lostKwh: z.number().nullable(),
          /** "" where it is not known. */
          lostMoney: money(z.string(), ''),
          /** The same a week, by its last seven days that tell. */
          weekKwh: z.number().nullable(),
          weekMoney: money(z.string(), ''),
        }),
      ),
      [],
    ),
    /** What a kWh counts as today, in the currency; null: no price is set. */
    worth: money(
      z
        .object({
          /** Of a bought kWh. */
          price: z.number(),
          /** Of a sold kWh; null: the same. */
          feedInPrice: z.number().nullable(),
          /** 0..1 of what is made is used on the site; null: not said. */
          ownUseShare: z.number().nullable(),
          perKwh: z.number(),
        })
        .nullable(),
      null,
    ),
    /** Of the amounts of `statisticsProduction`, from the plant's first energy on. */
    worthBasis: money(valuationBasis, null),
    /** Open events about where frames come from, and about two devices of one number; the addresses only for the branch and the owner. */
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
    max_power: z.number().nullable(),
    peak,
    /** The day with the most energy, kWh; null: no day is over yet. */
    record: z.object({ day: z.string(), energy: z.number() }).nullable(),
    /** The highest power of all days; of a day that is over it is known some hours later. `since`: the first day whose power was measured, where that of other days with energy was not, so that a better day may stand beside a lower power; null: that of all was. */
    recordPeak: peak.unwrap().extend({ since: z.string().nullable() }).nullable(),
    components: z.array(z.string()),
    /** Peak power of the modules, W. */
    powerMax: z.number(),
    reporting: devices(z.number().int().nullable(), null),
    deviceCount: devices(z.number().int().nullable(), null),
    isNight: z.boolean(),
    /** When the sun rises next, within two days; null: it does not. */
    sunriseIso: iso,
    /** Seconds: three of them after the last update no device of the plant is live. */
    expectedUploadS: z.number().int(),
    provenance: z.object({
      today: provenance,
      yesterday: provenance,
      month: provenance,
      year: provenance,
      total: provenance,
    }),
    /** What goes on for the plant after a change; figures are the old ones until it is done. */
    jobs: z.array(siteJob),
    /** Updates of firmware that the owner is asked about, or has answered and that have not ended (site/updates). */
    updates: z.number().int(),
  }),
  refusals: ['siteNotFound'],
});
