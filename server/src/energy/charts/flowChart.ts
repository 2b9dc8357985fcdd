// Charts the energy flows of meters, batteries and hybrids: cumulated over a day, and as bars by day, month or year.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { FlowChart } from '@heliograph/contract/entities/statistics.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
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
import { assertNotFuture, barsOf, requestedDay } from './chartPeriods.ts';
import { deviceChart } from './deviceChart.ts';
import { energyChart } from './energyChart.ts';
import { flowCurves } from './flowCurve.ts';
import { FLOW_LINES, isFlowLine } from './flowLines.ts';

type Bars = { types: 3 | 5 | 6; date?: string | undefined; rangeDate?: string | undefined };
type QueryContext = Pick<CallContext, 'sql' | 'at' | 'context' | 'language'>;

/** Returns the chart of a meter or a battery. The caller has checked access to the device. */
export async function chartOfFlows(
  device: Device,
  request: Omit<ParsedRequest<'device/statistics/echarts'>, 'sid' | 'sn'>,
  query: QueryContext,
): Promise<FlowChart> {
  const { types, lines = [] } = request;
  assertNotFuture(request, localDay(query.at.getTime(), device.timezone));
  if (types === 3 || types === 5 || types === 6)
    return onlyLines(await barsOfFlows(device, { ...request, types }, query), lines);
  if (types === 1 && lines.some(isFlowLine)) return onlyLines(await dayOfFlows(device, request, query), lines);
  return { ...(await deviceChart(device, request, query)), flowProvenance: [] };
}

/** Returns the energy bars of a hybrid inverter, its production included. */
export async function electricityOf(
  device: Device,
  { lines = [], ...request }: Bars & { lines?: readonly string[] | undefined },
  { sql, at }: QueryContext,
): Promise<FlowChart> {
  assertNotFuture(request, localDay(at.getTime(), device.timezone));
  const flowSeries = async (bars: readonly Period[]) => ({ ...(await seriesOf(sql, device, bars, at)), money: [] });
  return onlyLines(await energyChart(sql, device, request, PRODUCTION, at, flowSeries), lines);
}

/** Returns the names and units of the energy series that a hybrid inverter has. */
export async function electricityLines(
  device: Device,
  { sql, at }: QueryContext,
): Promise<{ name: string; unit: string }[]> {
  const flows = await flowsOfPeriods(sql, device, standardPeriods(localDay(at.getTime(), device.timezone)), at);
  const names = [PRODUCTION, ...flows.map(({ flow }) => FLOW_LINES[flow])];
  return [...new Set(names)].map((name) => ({ name, unit: 'kWh' }));
}

async function dayOfFlows(
  device: Device,
  { date, minInterval = 5 }: { date?: string | undefined; minInterval?: number | undefined },
  { sql, at }: QueryContext,
): Promise<FlowChart> {
  const day = requestedDay(date, localDay(at.getTime(), device.timezone));
  const slots = slotsOf(day, device.timezone, minInterval * 60);
  const curves = await flowCurves(sql, device, { ...slots, day }, at);
  const measured = FLOWS.filter((flow) => curves.has(flow));
  return {
    legend: measured.map((flow) => FLOW_LINES[flow]),
    xAxisData: slots.xAxisData,
    xAxisIso: slots.xAxisIso,
    series: measured.map((flow) => seriesNamed(flow, curves.get(flow)!)),
    provenance: [],
    flowProvenance: [],
    sun: sunOfDay(day, device),
  };
}

async function barsOfFlows(device: Device, request: Bars, { sql, at }: QueryContext): Promise<FlowChart> {
  const { sid, sn, timezone } = device;
  const [first] =
    request.types === 6 && !request.rangeDate
      ? await sql<{ day: string | null }[]>`select min(day) as day from device_flows where sid = ${sid} and sn = ${sn}`
      : [];
  const bars = barsOf(request.types, request, localDay(at.getTime(), timezone), first?.day ?? null);
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

/** Keeps the requested lines, all if there are none; throws `badRequest` for a line that is no energy flow. */
function onlyLines(
  { legend, xAxisData, xAxisIso, series, provenance, flowProvenance, sun }: FlowChart,
  lines: readonly string[],
): FlowChart {
  const unknown = lines.find((line) => !isFlowLine(line));
  if (unknown !== undefined) throw new ApiError('badRequest', { field: 'lines', reason: unknown });
  const isRequested = ({ name }: { name: string }): boolean => lines.length === 0 || lines.includes(name);
  const firstFlow = series.length - flowProvenance.length;
  return {
    legend: legend.filter((name) => isRequested({ name })),
    xAxisData,
    xAxisIso,
    sun,
    series: series.filter(isRequested),
    provenance: isRequested({ name: PRODUCTION }) ? provenance : [],
    flowProvenance: flowProvenance.filter((_, index) => isRequested(series[index + firstFlow]!)),
  };
}
