// The quantities a microinverter sends, by the names that charts take as `lines` (device/powerParamateMap).
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';

export interface Parameter {
  name: string;
  unit: string;
  quantity: QuantityName;
}

export const PRODUCTION = 'Production';
/** Models whose frame has 45 bytes: bus voltage and input currents, but neither voltage nor power of an input. */
const SHORT_FRAME: ReadonlySet<string> = new Set(['BDM-400', 'BDM-800']);
/** Models whose grid word is understood. */
const GRID_VOLTAGE: ReadonlySet<string> = new Set(['BDM-2250']);

export function parametersOf({ frameProfile, inputs }: { frameProfile: string | null; inputs: number }): Parameter[] {
  const short = SHORT_FRAME.has(frameProfile ?? '');
  const numbers = Array.from({ length: Math.min(4, inputs) }, (_, index) => index + 1);
  const list: [string, QuantityName][] = [[PRODUCTION, 'powerW']];
  // The 45-byte frame's voltage is that of an internal bus and must not pass for the grid's.
  if (short) list.push(['Bus Voltage', 'busVoltageV']);
  else if (GRID_VOLTAGE.has(frameProfile ?? '')) list.push(['AC Voltage', 'gridVoltageV']);
  list.push(['AC Frequency', 'frequencyHz'], ['Temperature', 'temperatureC']);
  for (const n of numbers) {
    if (short) {
      if (n <= 2) list.push([`DC Current_${n}`, `input${n as 1 | 2}CurrentA`]);
    } else {
      list.push([`Power_${n}`, `input${n as 1}PowerW`], [`DC Voltage_${n}`, `input${n as 1}VoltageV`]);
    }
  }
  return list.map(([name, quantity]) => {
    const { unit } = QUANTITIES[quantity];
    return { name, unit: unit === 'degC' ? '°C' : unit, quantity };
  });
}
