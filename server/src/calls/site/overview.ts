// site/overview: what a plant does now and has done. The call to copy: who, may they, what filters, one or two statements, the answer.

import type { Transaction } from '../../db/connect.ts';
import { componentsOf, type Kind, pageTypeOf } from '../../families/kinds.ts';
import type { Handler } from '../../handler.ts';
import { sparkOf, sumOfDevices } from '../../rules/dayCurve.ts';
import { freshPower, isFresh, isNightAt, siteUploadS } from '../../rules/freshness.ts';
import { dayAt } from '../../rules/localDays.ts';
import { readSlots } from '../../samples/samples.ts';
import { energyOfPeriods } from '../../sql/energyOfPeriods.ts';
import { jobsOf } from '../../sql/siteJobs.ts';
import { sourceEvents } from '../../sql/sourceEvents.ts';
import { usualPeriods } from '../../sql/timeBuckets.ts';
import { visibleSite } from '../../sql/visibleSite.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../sql/withLive.ts';
import { benefitsOf } from '../../wire/benefits.ts';
import { kWhText, wattsOf, wattsText } from '../../wire/figures.ts';
import { energyFlowOf, productionOf } from '../../wire/production.ts';
import { provenanceOf } from '../../wire/provenance.ts';
import { alertWords, lastUpdateWords, statusWords } from '../../wire/rowWords.ts';
import { isoOf, wireTime } from '../../wire/times.ts';

/** Seconds of a slot of the small curves; four make the hour that is shown. */
const STEP_S = 900;

export const siteOverview: Handler<'site/overview'> = async ({ sid }, { sql, session, language, at }) => {
  const site = await visibleSite({ sql, session, at }, sid);
  const { timezone } = site;
  const { day, startMs } = dayAt(at.getTime(), timezone);
  const devices = await devicesOf(sql, sid, at);

  const [periods, curves, jobs] = await Promise.all([
    energyOfPeriods(sql, site, usualPeriods(day)),
    readSlots(sql, {
      sid,
      sns: devices.map(({ sn }) => sn),
      fromMs: startMs,
      toMs: at.getTime() + 1,
      stepS: STEP_S,
      names: ['powerW'],
    }),
    jobsOf(sql, sid),
  ]);
  const [today, yesterday, month, year, total] = periods as [P, P, P, P, P];

  const slots = Math.ceil((at.getTime() + 1 - startMs) / (STEP_S * 1000));
  const curve = sumOfDevices(
    [...curves.values()].map(({ powerW }) => powerW!.mean),
    slots,
    slots - 1,
  );
  const peaks = curve.filter((powerW) => powerW !== null);
  const live = devices.map((device) => freshPower(device, at)).filter((powerW) => powerW !== null);
  const nowW = live.length === 0 ? null : live.reduce((sum, powerW) => sum + powerW, 0);
  const alert = alertWords(site, language);
  const provenance = (period: P) => provenanceOf(period, site, day, at.getTime());

  return {
    sid,
    siteName: site.name,
    timezone,
    statisticsProduction: productionOf([today, yesterday, month, year, total], nowW, site.currency),
    benefit: benefitsOf(total.energyWh),
    ...statusWords(site.status, language),
    ...lastUpdateWords(site.at, timezone, at, language),
    createdAt: wireTime(site.createdAt, timezone),
    createdAtIso: isoOf(site.createdAt, timezone),
    deviceList: devices.map((device) => ({
      sid,
      sn: device.sn,
      alias: device.alias,
      model: device.model,
      modelName: device.modelName,
      ...statusWords(device.status, language),
      ...alertWords(device, language),
      pageType: pageTypeOf(device.kind),
      version: device.firmware,
      now: wattsText(freshPower(device, at)),
      today: kWhText(device.day === day ? device.todayWh : null),
      nowUnit: 'W',
      todayUnit: 'kWh',
      lastUpdateTime: lastUpdateWords(device.at, timezone, at, language).lastUpdateTime,
      lastUpdateIso: isoOf(device.at, timezone),
      expectedUploadS: device.uploadEveryS,
      spark: sparkOf(curves.get(device.sn)?.powerW?.mean, 4, slots),
    })),
    energy: energyFlowOf(nowW, site.powerMaxW),
    alert: { code: alert.alertCode, title: alert.alertTitle, desc: alert.alertDescription },
    sourceEvents: await sourceEvents(sql, session, site, language),
    max_power: peaks.length === 0 ? null : wattsOf(Math.max(...peaks)),
    components: componentsOf(devices.map(({ kind }) => kind)),
    powerMax: site.powerMaxW,
    reporting: devices.filter((device) => isFresh(device, at)).length,
    deviceCount: devices.length,
    isNight: isNightAt(at, site),
    expectedUploadS: siteUploadS(site),
    provenance: {
      today: provenance(today),
      month: provenance(month),
      year: provenance(year),
      total: provenance(total),
    },
    jobs: jobs.map(({ startedAt, ...job }) => ({ ...job, startedAtIso: isoOf(startedAt, timezone) })),
  };
};

type P = Awaited<ReturnType<typeof energyOfPeriods>>[number];

interface DeviceNow extends LiveDevice {
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  kind: Kind;
}

/** The devices of a site that was found among the visible ones; what was released is history. */
async function devicesOf(sql: Transaction, sid: string, at: Date): Promise<DeviceNow[]> {
  return await sql<DeviceNow[]>`
    select d.sn, d.alias, p.model, p.name as model_name, p.kind, ${liveDevice(sql, at)}
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.removed_at is null
    order by d.string_number, d.sn`;
}
