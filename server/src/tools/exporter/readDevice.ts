// Reads the tables of one device besides samples: days, days of flows, modules, ended commands.
import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import { MEASURED_FLOWS } from '@heliograph/contract/flows.ts';
import { type ModuleRow, modulePages, moduleRows } from '../../installation/modules.ts';
import { addDays, type Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { hourCells, LONGEST_CELL } from './tables.ts';

const DAYS_BATCH = 5_000;
const COMMANDS_BATCH = 1_000;

/** The modules of a device, whatever days are exported. */
export async function readModules(tx: Transaction, { sid, sn }: { sid: string; sn: string }): Promise<TableChunk> {
  const rows = (await moduleRows(tx, sid, [sn])).get(sn) ?? [];
  const places = new Map((await modulePages(tx, sid)).map(({ page, place }) => [page, place]));
  const numbers = (read: (row: ModuleRow) => number | null | undefined) =>
    Float64Array.from(rows, (row) => read(row) ?? Number.NaN);
  return {
    rows: rows.length,
    cells: {
      sn: rows.map(() => sn),
      input: numbers(({ input }) => input),
      page: rows.map(({ pageName }) => pageName),
      pagePlace: numbers(({ page }) => places.get(page ?? 0)),
      label: rows.map(({ label }) => label),
      product: rows.map(({ product }) => product),
      peakPowerW: numbers(({ peakPowerW }) => peakPowerW),
      stringNumber: numbers(({ stringNumber }) => stringNumber),
      tiltDeg: numbers(({ tiltDeg }) => tiltDeg),
      azimuthDeg: numbers(({ azimuthDeg }) => azimuthDeg),
      orientation: rows.map(({ orientation }) => orientation ?? ''),
      zone: numbers(({ zone }) => zone),
      zoneRow: numbers(({ zoneRow }) => zoneRow),
      zoneColumn: numbers(({ zoneColumn }) => zoneColumn),
    },
  };
}

interface FlowRow {
  day: Day;
  flow: string;
  energyWh: number;
  integratedWh: number;
  spreadWh: number;
  source: string;
  coveredS: number;
  hours: number[] | null;
}

/** As measured by the device, without the meter's role in the plant. */
export async function* readFlowDays(
  tx: Transaction,
  { sid, sn, from, to }: { sid: string; sn: string; from: Day; to: Day },
): AsyncGenerator<TableChunk> {
  for (const flow of MEASURED_FLOWS) {
    const rows = await tx<FlowRow[]>`
      select day, flow, energy_wh, integrated_wh, spread_wh, source, covered_s, hours from device_flows
      where sid = ${sid} and sn = ${sn} and flow = ${flow} and day >= ${from} and day <= ${to} order by day`;
    if (rows.length === 0) continue;
    yield {
      rows: rows.length,
      cells: {
        sn: rows.map(() => sn),
        flow: rows.map((row) => row.flow),
        day: rows.map(({ day }) => day),
        energyWh: Float64Array.from(rows, ({ energyWh }) => energyWh),
        integratedWh: Float64Array.from(rows, ({ integratedWh }) => integratedWh),
        spreadWh: Float64Array.from(rows, ({ spreadWh }) => spreadWh),
        source: rows.map(({ source }) => source),
        coveredS: Float64Array.from(rows, ({ coveredS }) => coveredS),
        ...hourCells(rows.map(({ hours }) => hours)),
      },
    };
  }
}

interface DayRow {
  day: Day;
  energyWh: number;
  integratedWh: number;
  source: string;
  coveredS: number;
  samples: number;
  peakW: number | null;
  peakAtMs: number | null;
  firstAtMs: number | null;
  lastAtMs: number | null;
  hours: number[] | null;
}

export async function* readDays(
  tx: Transaction,
  { sid, sn, from, to }: { sid: string; sn: string; from: Day; to: Day },
): AsyncGenerator<TableChunk> {
  for (let next = from; ; ) {
    const rows = await tx<DayRow[]>`
    select day, energy_wh, integrated_wh, source, covered_s, samples, peak_w, hours,
      (extract(epoch from peak_at) * 1000)::int8 as peak_at_ms, (extract(epoch from first_at) * 1000)::int8 as first_at_ms,
      (extract(epoch from last_at) * 1000)::int8 as last_at_ms
    from device_days where sid = ${sid} and sn = ${sn} and day >= ${next} and day <= ${to}
      order by day limit ${DAYS_BATCH}`;
    if (rows.length === 0) return;
    const numbers = (read: (row: DayRow) => number | null) => Float64Array.from(rows, (row) => read(row) ?? Number.NaN);
    yield {
      rows: rows.length,
      cells: {
        sn: rows.map(() => sn),
        day: rows.map(({ day }) => day),
        energyWh: numbers(({ energyWh }) => energyWh),
        integratedWh: numbers(({ integratedWh }) => integratedWh),
        source: rows.map(({ source }) => source),
        coveredS: numbers(({ coveredS }) => coveredS),
        samples: numbers(({ samples }) => samples),
        peakW: numbers(({ peakW }) => peakW),
        peakAt: numbers(({ peakAtMs }) => peakAtMs),
        firstAt: numbers(({ firstAtMs }) => firstAtMs),
        lastAt: numbers(({ lastAtMs }) => lastAtMs),
        ...hourCells(rows.map(({ hours }) => hours)),
      },
    };
    next = addDays(rows.at(-1)!.day, 1);
  }
}

interface CommandRow {
  id: string;
  gatewaySn: string;
  action: string;
  state: string;
  reason: string;
  isProtected: boolean;
  returns: string | null;
  askedAt: Date;
  answeredAt: Date | null;
  queuedAt: Date | null;
  issuedAt: Date | null;
  acceptedAt: Date | null;
  endedAt: Date | null;
  validS: number;
  parameters: Record<string, number | null>;
  before: Record<string, number>;
  readBack: Record<string, number> | null;
  version: string | null;
  versionBefore: string | null;
  wave: number | null;
}

/** Ended commands, ordered by id; one row for each parameter, or one for a command without parameters. */
export async function* readCommands(
  tx: Transaction,
  { sid, sn }: { sid: string; sn: string },
): AsyncGenerator<TableChunk> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx<CommandRow[]>`
      select c.id, c.gateway_sn, c.action, c.state, c.reason, c.is_protected, c.returns, c.asked_at, c.answered_at, c.queued_at,
        c.issued_at, c.accepted_at, c.ended_at, c.valid_s, c.parameters, c.before, c.read_back,
        c.firmware ->> 'versionName' as version, c.firmware ->> 'before' as version_before, r.wave
      from commands c left join rollout_devices r on r.sid = c.sid and r.sn = c.sn and r.command = c.id
      where c.sid = ${sid} and c.sn = ${sn} and c.id > ${after} and c.state <> all (${[...OPEN_STEPS]}::text[])
      order by c.id limit ${COMMANDS_BATCH}`;
    if (rows.length === 0) return;
    const each = rows.flatMap((row) => {
      const names = Object.keys(row.parameters);
      return (names.length === 0 ? [''] : names).map((name) => ({ row, name }));
    });
    const instants = (read: (row: CommandRow) => Date | null) =>
      Float64Array.from(each, ({ row }) => read(row)?.getTime() ?? Number.NaN);
    const values = (read: (row: CommandRow, name: string) => number | null | undefined) =>
      Float64Array.from(each, ({ row, name }) => read(row, name) ?? Number.NaN);
    yield {
      rows: each.length,
      cells: {
        sn: each.map(() => sn),
        id: each.map(({ row }) => row.id),
        gatewaySn: each.map(({ row }) => row.gatewaySn),
        action: each.map(({ row }) => row.action),
        state: each.map(({ row }) => row.state),
        reason: each.map(({ row }) => row.reason.slice(0, LONGEST_CELL)),
        isProtected: Uint8Array.from(each, ({ row }) => Number(row.isProtected)),
        returns: each.map(({ row }) => row.returns ?? ''),
        askedAt: instants(({ askedAt }) => askedAt),
        answeredAt: instants(({ answeredAt }) => answeredAt),
        queuedAt: instants(({ queuedAt }) => queuedAt),
        issuedAt: instants(({ issuedAt }) => issuedAt),
        acceptedAt: instants(({ acceptedAt }) => acceptedAt),
        endedAt: instants(({ endedAt }) => endedAt),
        validS: values(({ validS }) => validS),
        parameter: each.map(({ name }) => name),
        wanted: values(({ parameters }, name) => parameters[name]),
        before: values(({ before }, name) => before[name]),
        readBack: values(({ readBack }, name) => readBack?.[name]),
        version: each.map(({ row }) => (row.version ?? '').slice(0, LONGEST_CELL)),
        versionBefore: each.map(({ row }) => (row.versionBefore ?? '').slice(0, LONGEST_CELL)),
        rolloutWave: values(({ wave }) => (wave === null ? null : wave + 1)),
      },
    };
    after = rows.at(-1)!.id;
  }
}
