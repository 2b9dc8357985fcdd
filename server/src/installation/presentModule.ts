// Presents a module's panel and placement for the wire: values of its zone, else its own, else those of its device.
import { ORIENTATION_FIELDS, PLACEMENT_FIELDS } from '@heliograph/contract/entities/module.ts';
import { type Input, type Orientation, type OrientationOverride, resolveOrientation } from './rules/orientation.ts';

interface Placement extends Orientation {
  stringNumber: number | null;
}

interface EnteredModule extends Placement, OrientationOverride {
  input: Input;
  zone: number | null;
  zoneName: string;
  zoneRow: number | null;
  zoneColumn: number | null;
  page: number | null;
  pageName: string;
  label: string;
  product: string;
  peakPowerW: number | null;
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

export function moduleFactsOf(device: Placement, entered: EnteredModule | undefined) {
  const { tiltDeg, azimuthDeg, orientation } = resolveOrientation(device, entered);
  const byZone = {
    tilt: entered?.zoneTiltDeg,
    azimuth: entered?.zoneAzimuthDeg,
    orientation: entered?.zoneOrientation,
  };
  const own = {
    stringNumber: entered?.stringNumber,
    tilt: byZone.tilt == null ? entered?.tiltDeg : null,
    azimuth: byZone.azimuth == null ? entered?.azimuthDeg : null,
    orientation: byZone.orientation == null ? entered?.orientation : null,
  };
  return {
    page: entered?.page ?? 0,
    pageName: entered?.pageName ?? '',
    label: entered?.label ?? '',
    product: entered?.product ?? '',
    peakPower: rounded(entered?.peakPowerW ?? null),
    stringNumber: own.stringNumber ?? device.stringNumber,
    tilt: rounded(tiltDeg),
    azimuth: rounded(azimuthDeg),
    orientation,
    own: PLACEMENT_FIELDS.filter((name) => own[name] != null),
    byZone: ORIENTATION_FIELDS.filter((name) => byZone[name] != null),
    zone:
      entered?.zone == null
        ? null
        : { id: entered.zone, name: entered.zoneName, row: entered.zoneRow!, column: entered.zoneColumn! },
  };
}
export type ModuleFacts = ReturnType<typeof moduleFactsOf>;
