// Imports day energies of flows without samples from an export; only for days that the plant does not have.
import { MEASURED_FLOWS, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Context } from '../../context.ts';
import { readDevices } from '../../installation/knownDevices.ts';
import { countsAs } from '../../installation/rules/flowRoles.ts';
import { lockLive } from '../../live/liveRows.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { maybeMetered, writeMeteredDays } from '../days/meteredDays.ts';
import { emptySiteChange, lockSites, writeSiteLive } from '../days/siteTotals.ts';
import { writeDayPrices } from '../money/dayPrices.ts';
import { acceptedHours } from '../rules/clockHours.ts';
import { type DeviceFlow, type FlowChange, NOTHING_REJECTED, writeFlows } from './deviceFlowDays.ts';
import { writeFlowSpans } from './flowSpans.ts';
import { writeSiteFlows } from './siteFlows.ts';

/** A flow day as in the file. */
export interface FlowDayOf {
  sn: string;
  flow: string;
  day: Day;
  energyWh: number;
  integratedWh: number;
  spreadWh: number;
  source: string;
  coveredS: number;
  /** Microwatt-hours by the hour of the plant's clock; null: not known. */
  hours: number[] | null;
}

const BATCH_SIZE = 2_000;
/** Longest day, in hours. */
const MAX_HOURS = 25;
const ORIGINS = ['counted', 'integrated', 'mixed', 'imported'] as const;

/** Imports flow days. `known`: days that the plant already has, or that are impossible. */
export async function importFlowDays(
  context: Pick<Context, 'sql' | 'nudges'>,
  days: readonly FlowDayOf[],
): Promise<{ added: number; known: number }> {
  let added = 0;
  for (let from = 0; from < days.length; from += BATCH_SIZE) {
    const batch = days.slice(from, from + BATCH_SIZE);
    const imported = await context.sql.begin((tx) => importBatch(tx, batch));
    added += imported.added;
    context.nudges.publish(imported.sids);
  }
  return { added, known: days.length - added };
}

async function importBatch(tx: Transaction, days: readonly FlowDayOf[]): Promise<{ added: number; sids: Set<string> }> {
  const devices = await readDevices(tx, [...new Set(days.map(({ sn }) => sn))]);
  const lives = await lockLive(tx, [...devices.values()]);
  const rows = new Map<string, DeviceFlow>();
  for (const { sn, flow, day, source, ...numbers } of days) {
    const device = devices.get(sn);
    if (!device || !lives.has(sn) || !isMeasuredFlow(flow)) continue;
    if (numbers.energyWh > device.flowSource.mostPowerW * MAX_HOURS) continue;
    const { sid, installation, flowSource } = device;
    const hours = acceptedHours(numbers.hours, { ...numbers, day }, flowSource.hoursFrom);
    rows.set(`${sn} ${flow} ${day}`, {
      sid,
      sn,
      flow,
      day,
      ...numbers,
      ...NOTHING_REJECTED,
      carryAfter: null,
      hours,
      source: ORIGINS.find((origin) => origin === source) ?? 'imported',
      countsAs: countsAs(flow, day, installation),
      byMeter: installation.isMeter,
    });
  }
  const requested = [...rows.values()];
  const stored = await tx<{ sn: string; flow: string; day: Day }[]>`
    select f.sn, f.flow, f.day from (
      select unnest(${textArray(requested.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(requested.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(requested.map(({ flow }) => flow))}::text::text[]) as flow,
        unnest(${textArray(requested.map(({ day }) => day))}::text::date[]) as day
    ) g
    join device_flows f on f.sid = g.sid and f.sn = g.sn and f.flow = g.flow and f.day = g.day`;
  for (const { sn, flow, day } of stored) rows.delete(`${sn} ${flow} ${day}`);
  const missing = [...rows.values()];
  const sids = new Set(missing.map(({ sid }) => sid));
  if (missing.length === 0) return { added: 0, sids };
  await writeFlows(tx, missing);
  await Promise.all(writeFlowSpans(tx, missing));
  const changed = [...new Set(missing.map(({ sn }) => sn))];
  await tx`
    update device_live set version = version + 1
    where sid = any (${textArray([...sids])}::text::text[]) and sn = any (${textArray(changed)}::text::text[])`;
  await lockSites(tx, [...sids]);
  const changes = missing.map(({ sn: _sn, flow: _flow, carryAfter: _carry, sid, day, ...after }): FlowChange => {
    return { sid, day, before: null, after };
  });
  const metered = maybeMetered([], changes);
  await Promise.all([
    ...writeSiteFlows(tx, changes),
    ...writeMeteredDays(tx, metered),
    writeDayPrices(tx, changes),
    ...writeSiteLive(
      tx,
      [...new Set(metered.map(({ sid }) => sid))].map((sid) => emptySiteChange(sid)),
      null,
    ),
  ]);
  return { added: missing.length, sids };
}

const isMeasuredFlow = (flow: string): flow is MeasuredFlow => (MEASURED_FLOWS as readonly string[]).includes(flow);
