// Words beside the figures of meters and batteries: which way their power flows now, and what each of today's energies is.
import type { DevicePowerOf } from '@heliograph/contract/entities/device.ts';
import type { Flow } from '@heliograph/contract/flows.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { TFunction } from 'i18next';

/** What makes energy, and says so by its kind. */
const MAKES: readonly ReportKind[] = ['microinverter', 'inverter', 'hybrid'];

/** "" where there is nothing to say: no power, or that of what makes energy. */
export function powerText(
  { kind, nowOf, nowW }: { kind: ReportKind; nowOf: DevicePowerOf | null; nowW: number | null },
  t: TFunction,
): string {
  if (nowW === null || nowW === 0 || nowOf === null || MAKES.includes(kind)) return '';
  if (nowOf === 'grid') return t(nowW > 0 ? 'flowOf.fromGrid' : 'flowOf.toGrid');
  if (nowOf === 'battery') return t(nowW > 0 ? 'flowOf.discharging' : 'flowOf.charging');
  return t(nowOf === 'load' ? 'flowOf.home' : 'flowOf.production');
}

export const flowText = (flow: Flow, t: TFunction): string => t(`flowOf.${flow}`);
