// Physical relations between quantities of a device, by which the packer predicts values; it uses the prediction that needs the fewest bytes.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { FORMS } from './expression.ts';
import { QUANTITY_IDS } from './numbers.ts';

/** Quantities by their ids, in a form of `expression.ts`. */
export interface Together {
  form: number;
  ids: readonly number[];
}

/** Columns that the encoder may refer to. */
export interface Kin {
  /** The first that exists is used. */
  powerIds: readonly number[];
  /** 0: none. */
  voltageId: number;
  /** Whether it counts energy of these powers, or of one direction of another power. */
  counts: boolean;
  /** Counts only power above zero (1) or below it (-1). */
  flows: readonly { id: number; sign: 1 | -1 }[];
  /** Sums that it may follow, each over the existing columns. */
  sums: readonly (readonly number[])[];
  /** Ratios that it may equal; all named columns must exist. */
  ratios: readonly { top: Together; bottom: Together }[];
}

export const NO_KIN: Kin = { powerIds: [], voltageId: 0, counts: false, flows: [], sums: [], ratios: [] };

const idOf = (name: string): number => (QUANTITY_IDS as Record<string, number>)[name] ?? 0;
const idsOf = (...names: string[]): number[] => names.map(idOf);
const sum = (...names: string[]): Together => ({ form: FORMS.sum, ids: idsOf(...names) });
const magnitude = (...names: string[]): Together => ({ form: FORMS.magnitude, ids: idsOf(...names) });
const length = (...names: string[]): Together => ({ form: FORMS.length, ids: idsOf(...names) });
const POWER = QUANTITY_IDS.powerW;

/** Counters of one direction of a power. */
const FLOWS: Partial<Record<QuantityName, { id: number; sign: 1 | -1 }[]>> = {
  gridImportWh: [{ id: QUANTITY_IDS.gridPowerW, sign: 1 }],
  gridExportWh: [{ id: QUANTITY_IDS.gridPowerW, sign: -1 }],
  batteryChargeWh: [{ id: QUANTITY_IDS.batteryPowerW, sign: -1 }],
  batteryDischargeWh: [{ id: QUANTITY_IDS.batteryPowerW, sign: 1 }],
};
/** Counters with a power of their own. */
const COUNTED: Partial<Record<QuantityName, QuantityName>> = {
  loadWh: 'loadPowerW',
  generatorWh: 'generatorPowerW',
  backupWh: 'backupPowerW',
};

const SUMS: Partial<Record<QuantityName, string[][]>> = {
  gridPowerW: [['powerW']],
  loadPowerW: [['powerW', 'gridPowerW']],
  // Power into the home equals power out of all other nodes.
  batteryPowerW: [['powerW', 'gridPowerW', 'loadPowerW']],
  backupPowerW: [['loadPowerW']],
  batteryVoltageV: [['batteryPowerW', 'batterySocPercent']],
  batteryTemperatureC: [['temperatureC']],
};

const RATIOS: Partial<Record<QuantityName, Kin['ratios']>> = {
  gridCurrentA: [{ top: magnitude('powerW', 'batteryPowerW'), bottom: sum('gridVoltageV') }],
  batteryCurrentA: [{ top: sum('batteryPowerW'), bottom: sum('batteryVoltageV') }],
  powerFactor: ['powerW', 'gridPowerW'].map((watts) => ({
    top: sum(watts),
    bottom: length(watts, 'reactivePowerVar'),
  })),
};

/** Relations of a phase: the phases add up to the total; current and power factor follow from powers. */
function phaseKin(n: number, what: string): Pick<Kin, 'sums' | 'ratios'> {
  const others = (quantity: string) => Array.from({ length: n - 1 }, (_, index) => `l${index + 1}${quantity}`);
  const [watts, vars] = [`l${n}PowerW`, `l${n}ReactivePowerVar`];
  if (what === 'PowerW')
    return { sums: ['powerW', 'gridPowerW'].map((whole) => idsOf(whole, ...others(what))), ratios: [] };
  if (what === 'ReactivePowerVar') return { sums: [idsOf('reactivePowerVar', ...others(what))], ratios: [] };
  if (what === 'VoltageV') return { sums: n === 1 ? [] : [idsOf('l1VoltageV')], ratios: [] };
  if (what === 'PowerFactor') return { sums: [], ratios: [{ top: sum(watts), bottom: length(watts, vars) }] };
  const tops = [length(watts, vars), magnitude(watts), sum(watts)];
  const voltages = [`l${n}VoltageV`, 'l12VoltageV'];
  return { sums: [], ratios: tops.flatMap((top) => voltages.map((voltage) => ({ top, bottom: sum(voltage) }))) };
}

const NOTHING: Together = { form: FORMS.sum, ids: [] };

function kinFor(name: QuantityName): Kin {
  if (name === 'powerW') return NO_KIN;
  const [, before = '', digits = '', what = name] = /^(input|string|l)(\d+)(.*)$/.exec(name) ?? [];
  const n = Number(digits);
  const kin: Kin = {
    ...NO_KIN,
    powerIds: [POWER],
    voltageId: name === 'gridCurrentA' ? QUANTITY_IDS.gridVoltageV : 0,
    counts: name.endsWith('Wh'),
    flows: FLOWS[name] ?? [],
    sums: (SUMS[name] ?? []).map((names) => idsOf(...names)),
    ratios: RATIOS[name] ?? [],
  };
  if (before === 'l') return n > 3 ? kin : { ...kin, ...phaseKin(n, what) };
  if (before === 'string') {
    if (n === 1) return kin;
    const first = 'string1CurrentA';
    return { ...kin, sums: [idsOf('powerW', first)], ratios: [{ top: sum(first), bottom: NOTHING }] };
  }
  if (before === 'input') {
    const previous = Array.from({ length: Math.min(3, n - 1) }, (_, index) => `input${n - 1 - index}PowerW`);
    return {
      ...kin,
      powerIds: what === 'PowerW' ? [POWER] : [idOf(`input${n}PowerW`), POWER],
      voltageId: what === 'CurrentA' ? idOf(`input${n}VoltageV`) : 0,
      sums: what === 'PowerW' && n > 1 ? [idsOf('powerW', ...previous)] : [],
    };
  }
  const counted = COUNTED[name];
  return counted ? { ...kin, powerIds: idsOf(counted, 'powerW') } : kin;
}

const KIN: ReadonlyMap<QuantityName, Kin> = new Map(
  (Object.keys(QUANTITY_IDS) as QuantityName[]).map((name) => [name, kinFor(name)]),
);

export const kinOf = (name: QuantityName): Kin => KIN.get(name)!;
