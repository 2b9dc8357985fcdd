// What each measured quantity looks like and is called on a chart: colour by what it is, line pattern by its input.
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

/** What flows beside production has its own colour, as on the picture of the flow. */
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

/** What a plant would give under a clear sky; no quantity of the wire is called so. */
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
/** Of the whole device, then of inputs, strings or phases by four, so that a part is told from the whole without colour. */
const PATTERNS: readonly Dash[] = ['solid', [7, 3], [2, 3], [8, 3, 2, 3], [12, 4]];

interface Parts {
  kind: string;
  /** Of an input or a string. */
  input: number | null;
  /** "L1", or two between which a voltage is. */
  phase: string | null;
}

/** The median of what is compared with a line, drawn beside it. */
const BESIDE = /^Neighbours /;

/** "DC Voltage_2", "L1 Power", "L1-L2 Voltage" -> what it measures, and of which part of the device. */
function parts(name: string): Parts {
  const ofPhase = /^(L\d)(?:-(L\d))? (.*)$/.exec(name);
  if (ofPhase) {
    const [, one = '', other, kind = ''] = ofPhase;
    return { kind, input: null, phase: other ? `${one}–${other}` : one };
  }
  const found = /^(.*?)[_ ](\d+)$/.exec(name);
  return found ? { kind: found[1]!, input: Number(found[2]), phase: null } : { kind: name, input: null, phase: null };
}

/** The name of the wire in the reader's words; a name we do not know is shown as the server's title, or as it came. */
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
  // The air's stands beside that of the modules in it.
  const place = input ?? (phase === null ? Number(kind === 'Ambient Temperature') : Number(phase.at(-1)));
  const dash = PATTERNS[place === 0 ? 0 : ((place - 1) % 4) + 1]!;
  const own = BY_NAME[kind];
  // Beside its power, whose colour is nearly the same.
  if (own) return { ink: own, dash: kind === 'Battery SOC' ? PATTERNS[1]! : dash, isArea: false };
  if (/consumption/i.test(kind)) return { ink: 'consumption', dash, isArea: false };
  if (['W', 'kW', 'Wh', 'kWh'].includes(unit)) {
    const isWhole = place === 0 && /production|power/i.test(kind);
    return { ink: 'production', dash, isArea: isWhole };
  }
  return { ink: BY_UNIT[unit] ?? 'other', dash, isArea: false };
}

/** The wire writes degC. */
export const unitText = (unit: string): string => (unit === 'degC' || unit === '℃' ? '°C' : unit);
