// Computes a device's flow energies since midnight over one day, from intermediate states of the same aggregation that gives the figure of the day.
import { FLOW_QUANTITIES, type Flow, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import { maxFlowW } from '../../families/kinds.ts';
import type { DaySlots } from '../../platform/calendar/daySlots.ts';
import { type Day, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { readSamples, type SampleColumns } from '../../samples/samples.ts';
import { parseFlowState } from '../flows/serializeState.ts';
import { aggregateFlow } from '../rules/flowEnergy.ts';
import { type FlowSample, flowSampleOf } from '../rules/flowSamples.ts';

interface Row {
  flow: MeasuredFlow;
  countsAs: Flow;
  energyWh: number;
  /** Aggregation state at the end of an earlier day; null: none is stored, aggregation begins with the first day. */
  state: string | null;
  firstDay: Day;
}

/**
 * Returns, by the flow that each counts as, kWh since midnight at the last sample of each slot; null: no sample in the
 * slot. The last value of a finished day is the stored figure of the day. The caller has checked access to the device.
 */
export async function flowCurves(
  sql: Transaction,
  device: Device,
  { day, fromMs, toMs, stepS, count }: DaySlots & { day: Day },
  at: Date,
): Promise<Map<Flow, (number | null)[]>> {
  const { sid, sn, timezone } = device;
  const rows = await sql<Row[]>`
    select f.flow, f.counts_as, f.energy_wh, (
      select e.carry::text from device_flows e
      where e.sid = f.sid and e.sn = f.sn and e.flow = f.flow and e.day < f.day and e.carry is not null
      order by e.day desc limit 1
    ) as state, (
      select min(e.day) from device_flows e where e.sid = f.sid and e.sn = f.sn and e.flow = f.flow
    ) as first_day
    from device_flows f where f.sid = ${sid} and f.sn = ${sn} and f.day = ${day} and f.counts_as is not null`;
  if (rows.length === 0) return new Map();
  const flows = rows.map(({ state, ...row }) => ({ ...row, before: state === null ? null : parseFlowState(state) }));
  const names = [
    ...new Set(
      flows.flatMap(({ flow }): QuantityName[] => [FLOW_QUANTITIES[flow].power, FLOW_QUANTITIES[flow].counter]),
    ),
  ];
  const startOf = ({ before, firstDay }: (typeof flows)[number]): number =>
    before === null ? dayStartMs(firstDay, timezone) : before.atMs + 1;
  const since = Math.min(...flows.map(startOf));
  const columns = await readSamples(sql, { sid, sn, fromMs: since, toMs }, names);
  const source = { timeZone: timezone, mostPowerW: maxFlowW(device.kind, device.ratedPowerW) };
  const isOver = day < localDay(at.getTime(), timezone);
  return new Map(
    flows.map((row) => {
      const { flow, countsAs, energyWh, before } = row;
      const samples = samplesOf(columns, flow, startOf(row));
      const today = samples.findIndex(({ atMs }) => atMs >= fromMs);
      const earlier = today < 0 ? samples : samples.slice(0, today);
      let { carry: state } = aggregateFlow(before, earlier, source);
      const slots: (number | null)[] = Array.from({ length: count }, () => null);
      for (const sample of today < 0 ? [] : samples.slice(today)) {
        state = aggregateFlow(state, [sample], source).carry;
        slots[Math.floor((sample.atMs - fromMs) / (stepS * 1000))] = kWhOf(state!.open.energyMicroWh / 1e6);
      }
      const last = slots.findLastIndex((value) => value !== null);
      if (isOver && last >= 0) slots[last] = kWhOf(energyWh);
      return [countsAs, slots];
    }),
  );
}

function samplesOf({ atMs, imported, values }: SampleColumns, flow: MeasuredFlow, fromMs: number): FlowSample[] {
  const { power, counter } = FLOW_QUANTITIES[flow];
  const at = (name: QuantityName, row: number): number | null => {
    const value = values[name]?.[row] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  return Array.from(atMs).flatMap((ms, row) => {
    if (ms < fromMs) return [];
    const quantities = { [power]: at(power, row), [counter]: at(counter, row) };
    return flowSampleOf(flow, { atMs: ms, imported: imported[row] === 1, quantities }) ?? [];
  });
}
