// Name and look of each quantity's chart line: colour by quantity, pattern by input.
import type { TFunction } from 'i18next';
import { FLOW_INKS } from './flowInks.ts';
import type { InkName } from './ink.ts';

export type Dash = 'solid' | readonly number[];

export interface LineLook {
  ink: InkName;
  dash: Dash;
  /** Filled down to zero. */
  isArea: boolean;
}

const KNOWN = {
  Production: 'chart.line.production',
  Consumption: 'chart.line.consumption',
  'AC Power': 'chart.line.acPower',
  'AC Voltage': 'chart.line.acVoltage',
  'Bus Voltage': 'chart.line.busVoltage',
  'AC Frequency': 'chart.line.acFrequency',
  Temperature: 'chart.line.temperature',
  Power: 'chart.line.power',
  Energy: 'chart.line.energy',
  'DC Voltage': 'chart.line.dcVoltage',
  'DC Current': 'chart.line.dcCurrent',
  Expected: 'chart.line.expected',
  'Grid Power': 'chart.line.gridPower',
  'Load Power': 'chart.line.loadPower',
  'Battery Power': 'chart.line.batteryPower',
  'Battery SOC': 'chart.line.batterySoc',
  'Generator Power': 'chart.line.generatorPower',
  'Backup Power': 'chart.line.backupPower',
  'AC Current': 'chart.line.acCurrent',
  'Reactive Power': 'chart.line.reactivePower',
  'Power Factor': 'chart.line.powerFactor',
  Insulation: 'chart.line.insulation',
  Voltage: 'chart.line.voltage',
  Current: 'chart.line.current',
  'Battery Voltage': 'chart.line.batteryVoltage',
  'Battery Current': 'chart.line.batteryCurrent',
  'Battery Temperature': 'chart.line.batteryTemperature',
  'Battery SOH': 'chart.line.batterySoh',
  'Battery Cycles': 'chart.line.batteryCycles',
  'Grid Import': 'chart.line.gridImport',
  'Grid Export': 'chart.line.gridExport',
  'Load Energy': 'chart.line.loadEnergy',
  'Generator Energy': 'chart.line.generatorEnergy',
  'Backup Energy': 'chart.line.backupEnergy',
  'Battery Charge': 'chart.line.batteryCharge',
  'Battery Discharge': 'chart.line.batteryDischarge',
  Irradiance: 'chart.line.irradiance',
  'Module Temperature': 'chart.line.moduleTemperature',
  'Ambient Temperature': 'chart.line.ambientTemperature',
  'Wind Speed': 'chart.line.windSpeed',
  'String Current': 'chart.line.stringCurrent',
  'From grid': 'chart.line.fromGrid',
  'To grid': 'chart.line.toGrid',
  Charge: 'chart.line.charge',
  Discharge: 'chart.line.discharge',
  Generator: 'chart.line.generator',
} as const;

/** Flows besides production have their own colours, as in the picture of the energy flow. */
const BY_NAME: Record<string, InkName> = {
  'Grid Power': 'fromGrid',
  'Grid Import': 'fromGrid',
  'Grid Export': 'toGrid',
  'Load Power': 'consumption',
  'Load Energy': 'consumption',
  'Battery Power': 'discharge',
  'Battery Discharge': 'discharge',
  'Battery Charge': 'charge',
  'Battery SOC': 'charge',
  'From grid': FLOW_INKS.fromGrid,
  'To grid': FLOW_INKS.toGrid,
  Charge: FLOW_INKS.charge,
  Discharge: FLOW_INKS.discharge,
  Generator: FLOW_INKS.generator,
  'Generator Power': 'other',
  'Generator Energy': 'other',
  'Backup Power': 'other',
  'Backup Energy': 'other',
};

/** Clear-sky power; no quantity has this name on the wire. */
export const EXPECTED = 'Expected';

const BY_UNIT: Record<string, InkName> = {
  V: 'voltage',
  A: 'current',
  Hz: 'frequency',
  degC: 'temperature',
  '°C': 'temperature',
  '°F': 'temperature',
  '℃': 'temperature',
};
/** Line patterns of the whole device, then of inputs, strings or phases by four, so that parts differ from the whole without colour. */
const PATTERNS: readonly Dash[] = ['solid', [7, 3], [2, 3], [8, 3, 2, 3], [12, 4]];

interface Parts {
  kind: string;
  /** Number of an input or string. */
  input: number | null;
  /** "L1", or two for a phase-to-phase voltage. */
  phase: string | null;
}

/** Names of lines that show the median of a line's neighbours. */
const BESIDE = /^Neighbours /;

/** "DC Voltage_2", "L1 Power", "L1-L2 Voltage" -> the quantity and the part of the device. */
function parts(name: string): Parts {
  const ofPhase = /^(L\d)(?:-(L\d))? (.*)$/.exec(name);
  if (ofPhase) {
    const [, one = '', other, kind = ''] = ofPhase;
    return { kind, input: null, phase: other ? `${one}–${other}` : one };
  }
  const found = /^(.*?)[_ ](\d+)$/.exec(name);
  return found ? { kind: found[1]!, input: Number(found[2]), phase: null } : { kind: name, input: null, phase: null };
}

/** Returns the line's label in the reader's language; for unknown names the server's title, else the wire name. */
export function lineLabel(name: string, t: TFunction, title = name): string {
  if (BESIDE.test(name)) return t('chart.line.neighbours', { what: lineLabel(name.replace(BESIDE, ''), t) });
  const { kind, input, phase } = parts(name);
  const key = KNOWN[kind as keyof typeof KNOWN];
  if (!key) return title;
  if (phase !== null) return t('chart.line.ofPhase', { what: t(key), phase });
  if (kind === 'String Current') return t(key, { n: input });
  return input === null ? t(key) : t('chart.line.ofInput', { what: t(key), input });
}

export function lineLook(name: string, unit: string): LineLook {
  if (BESIDE.test(name)) return { ink: 'muted', dash: PATTERNS[['W', 'V', 'A'].indexOf(unit) + 1]!, isArea: false };
  if (name === EXPECTED) return { ink: 'muted', dash: [4, 3], isArea: false };
  const { kind, input, phase } = parts(name);
  // Ambient temperature, next to that of the modules.
  const place = input ?? (phase === null ? Number(kind === 'Ambient Temperature') : Number(phase.at(-1)));
  const dash = PATTERNS[place === 0 ? 0 : ((place - 1) % 4) + 1]!;
  const own = BY_NAME[kind];
  // Dashed, as the colour of battery power is nearly the same.
  if (own) return { ink: own, dash: kind === 'Battery SOC' ? PATTERNS[1]! : dash, isArea: false };
  if (/consumption/i.test(kind)) return { ink: 'consumption', dash, isArea: false };
  if (['W', 'kW', 'Wh', 'kWh'].includes(unit)) {
    const isWhole = place === 0 && /production|power/i.test(kind);
    return { ink: 'production', dash, isArea: isWhole };
  }
  return { ink: BY_UNIT[unit] ?? 'other', dash, isArea: false };
}

/** Unit for display; the wire has degC. */
export const unitText = (unit: string): string => (unit === 'degC' || unit === '℃' ? '°C' : unit);
