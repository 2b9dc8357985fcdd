// What gateways send, and when: announces, rows of a report, and a machine's whole day as columns.
import { firmwareAt, isSilent, runningSince } from './faults.ts';
import type { FleetGateway, FleetMachine, FleetSite } from './fleetSite.ts';
import { measure, type Surroundings, stateOf, surroundings } from './measure.ts';
import { counted } from './openDtu.ts';
import { momentAt, momentIn, plantDay } from './plantDay.ts';
import { drift, hash } from './random.ts';

/** A gateway's first report not before `fromMs`: all gateways at seconds of their own, so that not all speak at once. */
export function nextReportMs(
  { sn, intervalS }: Pick<FleetGateway, 'sn' | 'intervalS'>,
  fromMs: number,
  everyS = intervalS,
) {
  const everyMs = everyS * 1000;
  const offsetMs = (hash(sn, 'offset') % intervalS) * 1000;
  return Math.ceil((fromMs - offsetMs) / everyMs) * everyMs + offsetMs;
}

/** What differs from the plan of a gateway as it was told to do something. */
export type GatewayOverrides = {
  /** By serial number; undefined: as planned. */
  firmwareOf?(sn: string): string | undefined;
  /** Started over then; the later one counts. */
  restartedMs?: number;
};

/** The body of an announce; its `at` is the gateway's own clock. */
export function announceAt(
  gateway: FleetGateway,
  atMs: number,
  clockMs = atMs,
  { firmwareOf, restartedMs = Number.NEGATIVE_INFINITY }: GatewayOverrides = {},
): Record<string, unknown> {
  const { sn, kind, model, hardware, firmware, faults, intervalS, machines } = gateway;
  const sinceMs = Math.max(restartedMs, runningSince(faults, atMs, hash(sn, 'on')));
  return {
    v: 1,
    at: clockMs,
    kind,
    model,
    hardware,
    firmware: firmwareOf?.(sn) ?? firmwareAt(faults, firmware, atMs),
    uptimeS: Math.floor((atMs - sinceMs) / 1000),
    signalDbm: Math.round(-48 - 25 * drift(hash(sn), atMs / 7_200_000)),
    intervalS,
    limitReturn: true,
    devices: machines
      .filter((machine) => machine.sn !== sn)
      .map((machine) => ({
        sn: machine.sn,
        kind: machine.kind,
        model: machine.model,
        hardware: machine.hardware,
        firmware: firmwareOf?.(machine.sn) ?? firmwareAt(machine.faults, machine.firmware, atMs),
        ...(machine.inputs.length > 0 ? { inputs: machine.inputs.length } : {}),
      })),
  };
}

/** What announces tell of versions: when it changes, the gateway announces itself again. */
export function versionsAt(gateway: FleetGateway, atMs: number, { firmwareOf }: GatewayOverrides = {}): string {
  return [gateway, ...gateway.machines]
    .map((one) => firmwareOf?.(one.sn) ?? firmwareAt(one.faults, one.firmware, atMs))
    .join(' ');
}

export type Row = { sn: string; at: number; status: string; mode?: number; q: Record<string, number> };

/** A row of each machine that is awake, measured at `atMs` and stamped with the gateway's clock. */
export function rowsAt(site: FleetSite, gateway: FleetGateway, atMs: number, stampMs = atMs): Row[] {
  const around = surroundings(site, momentAt(site, atMs));
  return gateway.machines.flatMap((machine): Row[] => {
    const q = measured(site, gateway, machine, around);
    if (!q) return [];
    const { statusBits, mode } = toldState(gateway, machine, atMs);
    const status = statusBits.toString(16).padStart(4, '0').toUpperCase();
    return [{ sn: machine.sn, at: stampMs, status, ...(mode < 0 ? {} : { mode }), q }];
  });
}

/** Null: it says nothing now. */
function measured(site: FleetSite, { dialect }: FleetGateway, machine: FleetMachine, around: Surroundings) {
  const q: Row['q'] = {};
  if (isSilent(machine.faults, around.moment.atMs)) return null;
  if (!measure(site, machine, around, (name, value) => (q[name] = value))) return null;
  return dialect ? counted(q) : q;
}

/** OpenDTU has no topic for either. */
function toldState({ dialect }: FleetGateway, machine: FleetMachine, atMs: number): ReturnType<typeof stateOf> {
  return dialect ? { statusBits: 0, mode: -1 } : stateOf(machine, atMs);
}

/** Many rows of one machine by the names of its reports; NaN where it said nothing of a quantity. */
export type MachineColumns = {
  atMs: Float64Array;
  statusBits: Int32Array;
  mode: Int16Array;
  values: Record<string, Float64Array>;
};

/** The rows of a site's day, one every `everyS`, of all machines of a gateway, from `fromMs` up to `toMs`, both included. */
export function dayColumns(
  site: FleetSite,
  gateway: FleetGateway,
  day: string,
  { everyS, fromMs, toMs }: { everyS: number; fromMs: number; toMs: number },
): Map<string, MachineColumns> {
  const plant = plantDay(site, day);
  const { startMs, endMs } = plant.light;
  const instants: number[] = [];
  const first = nextReportMs(gateway, Math.max(startMs, fromMs), everyS);
  for (let atMs = first; atMs < endMs && atMs <= toMs; atMs += everyS * 1000) instants.push(atMs);
  const all = new Map<string, { machine: FleetMachine; count: number; columns: MachineColumns }>();
  for (const machine of gateway.machines)
    all.set(machine.sn, { machine, count: 0, columns: emptyColumns(instants.length) });
  for (const atMs of instants) {
    const around = surroundings(site, momentIn(plant, atMs));
    for (const one of all.values()) {
      const { machine, columns, count } = one;
      const q = measured(site, gateway, machine, around);
      if (!q) continue;
      for (const [name, value] of Object.entries(q)) {
        columns.values[name] ??= new Float64Array(instants.length).fill(Number.NaN);
        columns.values[name][count] = value;
      }
      const { statusBits, mode } = toldState(gateway, machine, atMs);
      columns.atMs[count] = atMs;
      columns.statusBits[count] = statusBits;
      columns.mode[count] = mode;
      one.count++;
    }
  }
  return new Map(
    [...all].flatMap(([sn, { count, columns }]) => (count === 0 ? [] : [[sn, firstRows(columns, count)]])),
  );
}

const emptyColumns = (rows: number): MachineColumns => ({
  atMs: new Float64Array(rows),
  statusBits: new Int32Array(rows),
  mode: new Int16Array(rows),
  values: {},
});

function firstRows({ atMs, statusBits, mode, values }: MachineColumns, rows: number): MachineColumns {
  return {
    atMs: atMs.subarray(0, rows),
    statusBits: statusBits.subarray(0, rows),
    mode: mode.subarray(0, rows),
    values: Object.fromEntries(Object.entries(values).map(([name, column]) => [name, column.subarray(0, rows)])),
  };
}
