// Builds a plant's gateways and the machines behind them from the plant's row.
import { faultsOf } from './faultTable.ts';
import type { FleetGateway, FleetHome, FleetMachine, MachineInput } from './fleetSite.ts';
import type { SiteRow } from './fleetTable.ts';
import type { Shade } from './plant.ts';
import { hash } from './random.ts';
import { serialNumber } from './serialNumber.ts';

/** Equal machines; `inputs` of each, from one roof face or several. */
export type MachineRow = Pick<FleetMachine, 'kind' | 'model' | 'firmware' | 'ratedW'> & {
  count: number;
  inputs: readonly InputRow[];
  /** Each machine on the next phase; else each on all phases. */
  onePhaseEach?: boolean;
  /** A meter that measures production. */
  atModules?: true;
  /** Plane of a sensor, which has no modules. */
  plane?: { tiltDeg: number; azimuthDeg: number };
};

export type InputRow = {
  moduleW: number;
  tiltDeg: number;
  azimuthDeg: number;
  inSeries: number;
  strings: number;
  shades?: readonly Shade[];
};

export type GatewayRow = Pick<FleetGateway, 'model' | 'firmware'> & {
  /** There is no gateway: the first machine connects itself. */
  alone?: true;
  dialect?: FleetGateway['dialect'];
  machines: readonly MachineRow[];
};

export type DescribedRow = {
  home: FleetHome;
  gateways: readonly GatewayRow[];
  moduleW: number;
  /** Inverters that report nothing. */
  unmonitored?: readonly MachineRow[];
};

const intervalS = 60;

export function gateways(row: SiteRow, seed: number, beganAtMs: number, taken: Set<string>): FleetGateway[] {
  const { key, gatewayPlant } = row;
  return (gatewayPlant?.gateways ?? []).map((gateway, g) => {
    const name = `${key} gateway ${g}`;
    const machines = machinesOf(gateway.machines, name, seed, taken).map(({ index, ...machine }) => ({
      ...machine,
      // Inverters of an OpenDTU have numbers of twelve digits.
      sn: `${gateway.dialect ? '1141' : ''}${machine.sn}`,
      stringNumber: g + 1,
      faults: faultsOf({ plant: key, part: machine.kind, gateway: g }, index, beganAtMs),
    }));
    const [first] = machines;
    return {
      sn: gateway.alone ? first!.sn : serialNumber(seed, name, taken),
      kind: gateway.alone ? first!.kind : 'gateway',
      model: gateway.model,
      hardware: '2.1',
      firmware: gateway.firmware,
      ...(gateway.dialect ? { dialect: gateway.dialect } : {}),
      intervalS,
      machines,
      faults: faultsOf({ plant: key, part: 'gateway' }, g, beganAtMs),
    };
  });
}

/** Builds the inverters that report nothing. */
export function unreported({ key, gatewayPlant }: SiteRow, seed: number, taken: Set<string>): FleetMachine[] {
  return machinesOf(gatewayPlant?.unmonitored ?? [], `${key} untold`, seed, taken).map(
    ({ index: _, ...machine }) => machine,
  );
}

/** `index`: position among the machines of its kind. */
function machinesOf(rows: readonly MachineRow[], name: string, seed: number, taken: Set<string>) {
  return rows.flatMap((machine, m) =>
    Array.from({ length: machine.count }, (_, i): FleetMachine & { index: number } => {
      const { kind, model, firmware, ratedW, onePhaseEach, atModules = false, plane = machine.inputs[0] } = machine;
      const index = i + countBefore(rows, m);
      return {
        index,
        sn: serialNumber(seed, `${name} ${kind} ${index}`, taken),
        kind,
        model,
        hardware: '1.2',
        firmware,
        ratedW,
        inputs: machine.inputs.map((input, n) => inputOf(input, seed, `${name} ${kind} ${index} ${n}`)),
        phase: onePhaseEach ? (((i % 3) + 1) as 1 | 2 | 3) : 0,
        tiltDeg: plane?.tiltDeg ?? 0,
        azimuthDeg: plane?.azimuthDeg ?? 180,
        stringNumber: 1,
        atModules,
        faults: [],
      };
    }),
  );
}

/** Number of machines of the same kind before the `m`-th row. */
function countBefore(rows: readonly MachineRow[], m: number): number {
  return rows.slice(0, m).reduce((sum, { kind, count }) => sum + (kind === rows[m]!.kind ? count : 0), 0);
}

/** Applies a tolerance of one per cent, as between all modules. */
function inputOf({ shades = [], ...input }: InputRow, seed: number, key: string): MachineInput {
  const spread = hash(seed, key, 'spread') & 0xff;
  return { ...input, shades, moduleW: input.moduleW * (1 + (spread / 255 - 0.5) * 0.02) };
}
