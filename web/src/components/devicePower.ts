// Texts next to the figures of meters and batteries: the direction of their current power, and the kind of each of today's energies.
import type { DevicePowerOf } from '@heliograph/contract/entities/device.ts';
import type { Flow } from '@heliograph/contract/flows.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { TFunction } from 'i18next';

/** Kinds of devices that produce energy. */
const PRODUCERS: readonly ReportKind[] = ['microinverter', 'inverter', 'hybrid'];

/** Returns the direction as text; "" without power, or for a device that produces energy. */
export function powerText(
  { kind, nowOf, nowW }: { kind: ReportKind; nowOf: DevicePowerOf | null; nowW: number | null },
  t: TFunction,
): string {
  if (nowW === null || nowW === 0 || nowOf === null || PRODUCERS.includes(kind)) return '';
  if (nowOf === 'grid') return t(nowW > 0 ? 'flowOf.fromGrid' : 'flowOf.toGrid');
  if (nowOf === 'battery') return t(nowW > 0 ? 'flowOf.discharging' : 'flowOf.charging');
  return t(nowOf === 'load' ? 'flowOf.home' : 'flowOf.production');
}

export const flowText = (flow: Flow, t: TFunction): string => t(`flowOf.${flow}`);
