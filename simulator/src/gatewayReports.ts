// Messages of gateways and their times: announcements, rows of a report, and a machine's whole day as columns.
import { firmwareAt, isSilent, runningSince } from './faults.ts';
import type { FleetGateway, FleetMachine, FleetSite } from './fleetSite.ts';
import { measure, type Surroundings, stateOf, surroundings } from './measure.ts';
import { counted } from './openDtu.ts';
import { momentAt, momentIn, plantDay } from './plantDay.ts';
import { drift, hash } from './random.ts';

/** Time of a gateway's first report at or after `fromMs`. Each gateway has its own offset, so that they do not all report at once. */
export function nextReportMs(
  { sn, intervalS }: Pick<FleetGateway, 'sn' | 'intervalS'>,
  fromMs: number,
  everyS = intervalS,
) {
  const everyMs = everyS * 1000;
  const offsetMs = (hash(sn, 'offset') % intervalS) * 1000;
  return Math.ceil((fromMs - offsetMs) / everyMs) * everyMs + offsetMs;
}

/** Changes by command to a gateway's planned behaviour. */
export type GatewayOverrides = {
  /** Firmware version by serial number; undefined: as planned. */
  firmwareOf?(sn: string): string | undefined;
  /** Time of the last restart by command; the later of it and the planned restart applies. */
  restartedMs?: number;
};

/** Body of an announcement; its `at` is the gateway's own clock. */
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

/** The versions in an announcement, as one text; when it changes, the gateway sends a new announcement. */
export function versionsAt(gateway: FleetGateway, atMs: number, { firmwareOf }: GatewayOverrides = {}): string {
  return [gateway, ...gateway.machines]
    .map((one) => firmwareOf?.(one.sn) ?? firmwareAt(one.faults, one.firmware, atMs))
    .join(' ');
}

export type Row = { sn: string; at: number; status: string; mode?: number; q: Record<string, number> };

/** Returns one row for each machine that is awake, measured at `atMs` and stamped with the gateway's clock. */
export function rowsAt(site: FleetSite, gateway: FleetGateway, atMs: number, stampMs = atMs): Row[] {
  const around = surroundings(site, momentAt(site, atMs));
  return gateway.machines.flatMap((machine): Row[] => {
    const q = measured(site, gateway, machine, around);
    if (!q) return [];
    const { statusBits, mode } = reportedState(gateway, machine, atMs);
    const status = statusBits.toString(16).padStart(4, '0').toUpperCase();
    return [{ sn: machine.sn, at: stampMs, status, ...(mode < 0 ? {} : { mode }), q }];
  });
}

/** Values by quantity; null: the machine is silent or asleep. */
function measured(site: FleetSite, { dialect }: FleetGateway, machine: FleetMachine, around: Surroundings) {
  const q: Row['q'] = {};
  if (isSilent(machine.faults, around.moment.atMs)) return null;
  if (!measure(site, machine, around, (name, value) => (q[name] = value))) return null;
  return dialect ? counted(q) : q;
}

/** Status bits and mode as reported; OpenDTU has no topic for either. */
function reportedState({ dialect }: FleetGateway, machine: FleetMachine, atMs: number): ReturnType<typeof stateOf> {
  return dialect ? { statusBits: 0, mode: -1 } : stateOf(machine, atMs);
}

/** Rows of one machine as columns, by the quantity names of reports; NaN where a quantity is missing. */
export type MachineColumns = {
  atMs: Float64Array;
  statusBits: Int32Array;
  mode: Int16Array;
  values: Record<string, Float64Array>;
};

/** Rows of a site's day by machine of a gateway, one every `everyS`, from `fromMs` to `toMs` inclusive. */
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
      const { statusBits, mode } = reportedState(gateway, machine, atMs);
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
