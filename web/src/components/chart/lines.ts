// What each measured quantity looks like and is called on a chart: colour by what it is, line pattern by its input.
import type { TFunction } from 'i18next';
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
} as const;

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
/** Of the whole device, then of inputs 1 to 4, so that an input is told from the whole without colour. */
const PATTERNS: readonly Dash[] = ['solid', [7, 3], [2, 3], [8, 3, 2, 3], [12, 4]];

/** "DC Voltage_2" -> what it measures and of which input. */
function parts(name: string): { kind: string; input: number | null } {
  const found = /^(.*?)[_ ](\d+)$/.exec(name);
  return found ? { kind: found[1]!, input: Number(found[2]) } : { kind: name, input: null };
}

/** The name of the wire in the reader's words; a name we do not know stays as it came. */
export function lineLabel(name: string, t: TFunction): string {
  const { kind, input } = parts(name);
  const key = KNOWN[kind as keyof typeof KNOWN];
  if (!key) return name;
  return input === null ? t(key) : t('chart.line.ofInput', { what: t(key), input });
}

export function lineLook(name: string, unit: string): LineLook {
  if (name === EXPECTED) return { ink: 'muted', dash: [4, 3], isArea: false };
  const { kind, input } = parts(name);
  const dash = PATTERNS[input === null ? 0 : ((input - 1) % 4) + 1]!;
  if (/consumption/i.test(kind)) return { ink: 'consumption', dash, isArea: false };
  if (['W', 'kW', 'Wh', 'kWh'].includes(unit)) {
    const isWhole = input === null && /production|power/i.test(kind);
    return { ink: 'production', dash, isArea: isWhole };
  }
  return { ink: BY_UNIT[unit] ?? 'other', dash, isArea: false };
}

/** The wire writes degC. */
export const unitText = (unit: string): string => (unit === 'degC' || unit === '℃' ? '°C' : unit);
