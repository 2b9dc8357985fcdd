// site/overview: current values and energies of a plant. Reference implementation of a call: session, access, filters, one or two statements, response.

import { versionOn } from '@heliograph/contract/prices.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import type { CallContext } from '../../context.ts';
import { rowNow } from '../../devices/list/rowNow.ts';
import { spansOf } from '../../energy/balance/balance.ts';
import { plantBalance } from '../../energy/balance/plantBalance.ts';
import { benefitsOf } from '../../energy/benefits.ts';
import { curveSlots, peakOf, producedNow, siteCurve } from '../../energy/charts/powerCurve.ts';
import { plantNow } from '../../energy/flows/flowNow.ts';
import { setPrices } from '../../energy/money/priceOn.ts';
import { valuationBasisOf } from '../../energy/money/valuationBasis.ts';
import { pricedDays, sumPeriods } from '../../energy/periods/energyOfPeriods.ts';
import { flowsOfDay } from '../../energy/periods/flowsOfPeriods.ts';
import { FLOW_NODES, moneyBasisOf, plantFlowOf, productionOf } from '../../energy/periods/presentProduction.ts';
import { type PeriodEnergy, provenanceOf } from '../../energy/periods/provenance.ts';
import { recordPeak, recordsBefore } from '../../energy/records.ts';
import { sparkOf } from '../../energy/rules/dayCurve.ts';
import { type Kind, pageTypeOf, producesEnergy, reportKindOf } from '../../families/kinds.ts';
import { countConsentRequests } from '../../firmware/consent/consentRequests.ts';
import { sourceEvents } from '../../ingest/sources/sourceEvents.ts';
import { alertTexts, lastUpdateTexts, statusTexts } from '../../live/rowTexts.ts';
import { energyToday } from '../../live/rules/energyToday.ts';
import { isFresh, isNightAt, nextSunrise, siteUploadS } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../live/withLive.ts';
import { type Day, dayAt } from '../../platform/calendar/rules/localDays.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { isoOf, wireTime } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { useGenericPlans } from '../../platform/database/genericPlans.ts';
import { jobsOf } from '../../platform/database/siteJobs.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhText, wattsText } from '../../platform/texts/numbers.ts';
import { doubtfulOf, openProblems, worstByDevice } from '../../problems/openProblems.ts';

/** Five-minute slots per point of a sparkline. */
const SPARK_SLOTS = 3;

export const siteOverview: Handler<'site/overview'> = async ({ sid }, { sql, session, language, at }) => {
  useGenericPlans(sql);
  const site = await accessibleSite({ sql, session, at }, sid);
  const { timezone } = site;
  const { day } = dayAt(at.getTime(), timezone);
  const slots = curveSlots(day, timezone);

  const figures = await readFigures(sql, { session, site, language, at }, day, slots);
  const { devices, nowW, flows, days, curve, versions } = figures;
  const [today, yesterday, month, year, total] = sumPeriods(days, site, standardPeriods(day), at);
  const records = recordsBefore(days.days, day);
  const price = versionOn(versions, day);
  const peak = peakOf(curve.powersW, slots, timezone, { powerW: nowW, at: site.at });
  const elapsedSlots = Math.ceil((at.getTime() + 1 - slots.fromMs) / (slots.stepS * 1000));
  const alert = alertTexts(site, language);
  const worstOf = worstByDevice(figures.problems);
  const provenance = (period: PeriodEnergy) => provenanceOf(period, site, day, at.getTime());

  return {
    sid,
    siteName: site.name,
    timezone,
    statisticsProduction: productionOf([today, yesterday, month, year, total], nowW, {
      currency: site.currency,
      basis: moneyBasisOf(price, total),
    }),
    benefit: benefitsOf(total.energyWh),
    ...statusTexts(site.status, language),
    isAsleep: site.isAsleep,
    waitsFor: site.waitsFor,
    ...lastUpdateTexts(site.at, timezone, at, language),
    createdAt: wireTime(site.createdAt, timezone),
    createdAtIso: isoOf(site.createdAt, timezone),
    deviceList: devices.map((device) => ({
      ...deviceRow(device, site, { language, at }),
      problem: worstOf.get(device.sn) ?? null,
      todayFlows: figures.flowsToday.get(device.sn) ?? [],
      spark: sparkOf(curve.byDevice.get(device.sn)?.mean, SPARK_SLOTS, elapsedSlots),
    })),
    energy: plantFlowOf(flows, site.powerMaxW),
    balance: figures.balance,
    alert: { code: alert.alertCode, title: alert.alertTitle, desc: alert.alertDescription },
    problems: figures.problems,
    doubtful: doubtfulOf(figures.problems),
    worth: price
      ? { price: price.price, feedInPrice: price.feedInPrice, ownUseShare: price.ownUseShare, perKwh: price.worth }
      : null,
    worthBasis: valuationBasisOf(total, versions, day),
    sourceEvents: figures.sources,
    max_power: peak?.powerW ?? null,
    peak,
    record: records.day,
    recordPeak: recordPeak(records, timezone, day, peak),
    components: FLOW_NODES.filter((node) => flows[node].has),
    powerMax: site.powerMaxW,
    reporting: devices.filter((device) => isFresh(device, at)).length,
    deviceCount: devices.length,
    isNight: isNightAt(at, site),
    sunriseIso: isoOf(nextSunrise(at, site), timezone),
    expectedUploadS: siteUploadS(site),
    provenance: {
      today: provenance(today),
      yesterday: provenance(yesterday),
      month: provenance(month),
      year: provenance(year),
      total: provenance(total),
    },
    updates: figures.updates,
    jobs: figures.jobs.map(({ startedAt, ...job }) => ({ ...job, startedAtIso: isoOf(startedAt, timezone) })),
  };
};

/** Reads all figures of a plant concurrently; reads that need the devices start when those are available. */
async function readFigures(
  sql: Transaction,
  { session, site, language, at }: Pick<CallContext, 'session' | 'language' | 'at'> & { site: Site },
  day: Day,
  slots: ReturnType<typeof curveSlots>,
) {
  const { sid, timezone } = site;
  const devicesRead = devicesOf(sql, sid, at);
  const hasProducers = devicesRead.then((all) => all.some(({ kind }) => producesEnergy(kind)));
  const spans = spansOf(sql, sid, timezone, day);
  const producing = producedNow(sql, sid, at);
  const priced = pricedDays(sql, site, standardPeriods(day), true);
  const [devices, { powerW }, flows, balance, days, curve, jobs, versions, problems, flowsToday, sources, updates] =
    await Promise.all([
      devicesRead,
      producing,
      plantNow(sql, site, hasProducers, at, { expected: spans, making: producing }),
      plantBalance(sql, site, standardPeriods(day), at, { spans, priced }),
      priced,
      siteCurve(sql, site, slots, at),
      jobsOf(sql, sid),
      setPrices(sql, sid),
      openProblems(sql, sid, { language }),
      devicesRead.then((all) => flowsOfDay(sql, sid, all, day)),
      sourceEvents(sql, session, site, language),
      countConsentRequests(sql, sid),
    ]);
  return { devices, nowW: powerW, flows, balance, days, curve, jobs, versions, problems, flowsToday, sources, updates };
}

type Site = Awaited<ReturnType<typeof accessibleSite>>;

interface DeviceNow extends LiveDevice {
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  kind: Kind;
}

/** Builds the row of a device, without the figures that are read for all devices at once. */
function deviceRow(device: DeviceNow, site: Site, { language, at }: Pick<CallContext, 'language' | 'at'>) {
  const { sid, timezone } = site;
  const { nowW, nowOf } = rowNow(device, at);
  return {
    sid,
    sn: device.sn,
    alias: device.alias,
    model: device.model,
    modelName: device.modelName,
    ...statusTexts(device.status, language),
    isAsleep: device.isAsleep,
    ...alertTexts(device, language),
    pageType: pageTypeOf(device.kind),
    kind: reportKindOf(device.kind),
    version: device.firmware,
    now: wattsText(nowW),
    nowOf,
    today: kWhText(energyToday(device, site, at)),
    nowUnit: 'W',
    todayUnit: 'kWh',
    lastUpdateTime: lastUpdateTexts(device.at, timezone, at, language).lastUpdateTime,
    lastUpdateIso: isoOf(device.at, timezone),
    expectedUploadS: device.uploadEveryS,
  } as const;
}

/** Reads the current devices of a plant; access must have been checked before. Released devices are excluded. */
async function devicesOf(sql: Transaction, sid: string, at: Date): Promise<DeviceNow[]> {
  return await sql<DeviceNow[]>`
    select d.sn, d.alias, p.model, p.name as model_name, p.kind, ${liveDevice(sql, at)}
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.removed_at is null
    order by d.string_number, d.sn`;
}
