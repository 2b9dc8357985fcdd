// Compares stored flows with one aggregation over all stored samples, and the plant's sums with its devices'.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import { expect } from 'vitest';
import { aggregateFlow } from '../src/energy/rules/flowEnergy.ts';
import { readDevices } from '../src/installation/knownDevices.ts';
import type { Sql } from '../src/platform/database/connect.ts';
import { wholeWhOf } from '../src/platform/texts/numbers.ts';
import { flowSamplesAfter } from '../src/samples/samples.ts';

export interface StoredFlow {
  sn: string;
  flow: MeasuredFlow;
  day: string;
  countsAs: string | null;
  energyWh: number;
  integratedWh: number;
  spreadWh: number;
  source: string;
  coveredS: number;
  rejectedPowers: number;
  rejectedReadings: number;
  boundW: number | null;
}

export async function storedFlowDays(sql: Sql, sid: string): Promise<StoredFlow[]> {
  return [
    ...(await sql<StoredFlow[]>`
      select sn, flow, day, counts_as, energy_wh, integrated_wh, spread_wh, source, covered_s,
        rejected_powers, rejected_readings, bound_w
      from device_flows where sid = ${sid} order by sn, flow, day`),
  ];
}

/** Expects that every flow of these devices equals one aggregation over all samples, that the plant's sums equal its devices', and that the stored first and last days match. */
export async function expectFlows(sql: Sql, sid: string, sns: readonly string[]): Promise<void> {
  const days = await storedFlowDays(sql, sid);
  const devices = await readDevices(sql, sns);
  for (const sn of sns) {
    for (const flow of new Set(days.filter((day) => day.sn === sn).map(({ flow }) => flow))) {
      const samples = await flowSamplesAfter(sql, { sid, sn, afterMs: null, limit: 1e6, flow });
      const aggregated = aggregateFlow(null, samples, devices.get(sn)!.flowSource).days;
      const stored = days.filter((day) => day.sn === sn && day.flow === flow);
      expect(stored.map(({ sn: _sn, flow: _flow, countsAs: _as, ...row }) => row)).toEqual(
        aggregated.map(({ carryAfter: _carry, ...row }) => row),
      );
    }
  }
  const sums = await sql`
    select day, flow, by_meter, energy_wh, integrated_wh, spread_wh, round(covered_s::numeric, 2) as covered_s,
      counted, integrated, mixed, imported
    from site_flows where sid = ${sid} order by day, flow, by_meter`;
  const expected = await sql`
    select day, counts_as as flow, by_meter, sum(${wholeWhOf(sql, sql`energy_wh`)}) as energy_wh,
      round(sum(integrated_wh)::numeric, 6)::float8 as integrated_wh, round(sum(spread_wh)::numeric, 6)::float8 as spread_wh,
      round(sum(covered_s)::numeric, 2) as covered_s, count(*) filter (where source = 'counted')::int as counted,
      count(*) filter (where source = 'integrated')::int as integrated, count(*) filter (where source = 'mixed')::int as mixed,
      count(*) filter (where source = 'imported')::int as imported
    from device_flows where sid = ${sid} and counts_as is not null group by 1, 2, 3 order by 1, 2, 3`;
  expect([...sums]).toEqual([...expected]);
  const spans =
    await sql`select sn, flow, first_day, last_day from device_flow_spans where sid = ${sid} order by sn, flow`;
  const expectedSpans = await sql`
    select sn, flow, min(day) as first_day, max(day) as last_day from device_flows where sid = ${sid} group by sn, flow order by sn, flow`;
  expect([...spans]).toEqual([...expectedSpans]);
}
