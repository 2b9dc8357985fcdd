// Charts of what meters, batteries and hybrids pass on: since midnight over a day, and by day, month, year.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { FlowChart } from '@heliograph/contract/entities/statistics.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { FLOWS, type Flow } from '@heliograph/contract/flows.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import type { CallContext } from '../../context.ts';
import { PRODUCTION } from '../../families/chartLines.ts';
import { slotsOf, sunOfDay } from '../../platform/calendar/daySlots.ts';
import { dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { type Period, standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { isoAt } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { flowsOfPeriods } from '../periods/flowsOfPeriods.ts';
import { barsOf, notOfFuture, requestedDay } from './chartPeriods.ts';
import { deviceChart } from './deviceChart.ts';
import { energyChart } from './energyChart.ts';
import { flowCurves } from './flowCurve.ts';
import { FLOW_LINES, isFlowLine } from './flowLines.ts';

type Bars = { types: 3 | 5 | 6; date?: string | undefined; rangeDate?: string | undefined };
type Answerer = Pick<CallContext, 'sql' | 'at' | 'context' | 'language'>;

/** Of a meter or a battery. The device was found among the visible ones. */
export async function chartOfFlows(
  device: Device,
  request: Omit<ParsedRequest<'device/statistics/echarts'>, 'sid' | 'sn'>,
  caller: Answerer,
): Promise<FlowChart> {
  const { types, lines = [] } = request;
  notOfFuture(request, localDay(caller.at.getTime(), device.timezone));
  if (types === 3 || types === 5 || types === 6)
    return onlyLines(await barsOfFlows(device, { ...request, types }, caller), lines);
  if (types === 1 && lines.some(isFlowLine)) return onlyLines(await dayOfFlows(device, request, caller), lines);
  return { ...(await deviceChart(device, request, caller)), flowProvenance: [] };
}

/** Of a hybrid: its production, too. */
export async function electricityOf(
  device: Device,
  { lines = [], ...asked }: Bars & { lines?: readonly string[] | undefined },
  { sql, at }: Answerer,
): Promise<FlowChart> {
  notOfFuture(asked, localDay(at.getTime(), device.timezone));
  const beside = async (bars: readonly Period[]) => ({ ...(await seriesOf(sql, device, bars, at)), money: [] });
  return onlyLines(await energyChart(sql, device, asked, PRODUCTION, at, beside), lines);
}

/** The energies that a hybrid tells, by the names of their series. */
export async function electricityLines(
  device: Device,
  { sql, at }: Answerer,
): Promise<{ name: string; unit: string }[]> {
  const flows = await flowsOfPeriods(sql, device, standardPeriods(localDay(at.getTime(), device.timezone)), at);
  const names = [PRODUCTION, ...flows.map(({ flow }) => FLOW_LINES[flow])];
  return [...new Set(names)].map((name) => ({ name, unit: 'kWh' }));
}

async function dayOfFlows(
  device: Device,
  { date, minInterval = 5 }: { date?: string | undefined; minInterval?: number | undefined },
  { sql, at }: Answerer,
): Promise<FlowChart> {
  const day = requestedDay(date, localDay(at.getTime(), device.timezone));
  const slots = slotsOf(day, device.timezone, minInterval * 60);
  const curves = await flowCurves(sql, device, { ...slots, day }, at);
  const told = FLOWS.filter((flow) => curves.has(flow));
  return {
    legend: told.map((flow) => FLOW_LINES[flow]),
    xAxisData: slots.xAxisData,
    xAxisIso: slots.xAxisIso,
    series: told.map((flow) => seriesNamed(flow, curves.get(flow)!)),
    provenance: [],
    flowProvenance: [],
    sun: sunOfDay(day, device),
  };
}

async function barsOfFlows(device: Device, asked: Bars, { sql, at }: Answerer): Promise<FlowChart> {
  const { sid, sn, timezone } = device;
  const [first] =
    asked.types === 6 && !asked.rangeDate
      ? await sql<{ day: string | null }[]>`select min(day) as day from device_flows where sid = ${sid} and sn = ${sn}`
      : [];
  const bars = barsOf(asked.types, asked, localDay(at.getTime(), timezone), first?.day ?? null);
  const { series, flowProvenance } = await seriesOf(sql, device, bars, at);
  return {
    legend: series.map(({ name }) => name),
    xAxisData: bars.map(({ label }) => label),
    xAxisIso: bars.map(({ from }) => isoAt(dayStartMs(from, timezone), timezone)),
    series,
    provenance: [],
    flowProvenance,
    sun: { rise: null, set: null },
  };
}

const seriesNamed = (flow: Flow, data: (number | null)[]) => ({ name: FLOW_LINES[flow], unit: 'kWh', data, stack: '' });

async function seriesOf(
  sql: Transaction,
  device: Pick<Device, 'sid' | 'sn' | 'timezone'>,
  bars: readonly Period[],
  at: Date,
): Promise<Pick<FlowChart, 'series' | 'flowProvenance'>> {
  const flows = await flowsOfPeriods(sql, device, bars, at);
  return {
    series: flows.map(({ flow, figures }) =>
      seriesNamed(
        flow,
        figures.map(({ energy }) => energy),
      ),
    ),
    flowProvenance: flows.map(({ figures }) => figures.map(({ source, completeness }) => ({ source, completeness }))),
  };
}

/** All when none is asked for; what is no energy is refused, not left out unseen. */
function onlyLines(
  { legend, xAxisData, xAxisIso, series, provenance, flowProvenance, sun }: FlowChart,
  lines: readonly string[],
): FlowChart {
  const unknown = lines.find((line) => !isFlowLine(line));
  if (unknown !== undefined) throw new Refusal('badRequest', { field: 'lines', reason: unknown });
  const isAsked = ({ name }: { name: string }): boolean => lines.length === 0 || lines.includes(name);
  const ofFlows = series.length - flowProvenance.length;
  return {
    legend: legend.filter((name) => isAsked({ name })),
    xAxisData,
    xAxisIso,
    sun,
    series: series.filter(isAsked),
    provenance: isAsked({ name: PRODUCTION }) ? provenance : [],
    flowProvenance: flowProvenance.filter((_, place) => isAsked(series[place + ofFlows]!)),
  };
}
