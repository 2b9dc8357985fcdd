// Which panel a module is and where, as the wire tells it: what its zone says, its own values, else its device's.
import { ORIENTATION_FIELDS, PLACEMENT_FIELDS } from '@heliograph/contract/entities/module.ts';
import { type Input, type Orientation, type OrientationOverride, resolveOrientation } from './rules/orientation.ts';

interface Place extends Orientation {
  stringNumber: number | null;
}

interface Said extends Place, OrientationOverride {
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

export function moduleFactsOf(device: Place, said: Said | undefined) {
  const { tiltDeg, azimuthDeg, orientation } = resolveOrientation(device, said);
  const byZone = { tilt: said?.zoneTiltDeg, azimuth: said?.zoneAzimuthDeg, orientation: said?.zoneOrientation };
  const own = {
    stringNumber: said?.stringNumber,
    tilt: byZone.tilt == null ? said?.tiltDeg : null,
    azimuth: byZone.azimuth == null ? said?.azimuthDeg : null,
    orientation: byZone.orientation == null ? said?.orientation : null,
  };
  return {
    page: said?.page ?? 0,
    pageName: said?.pageName ?? '',
    label: said?.label ?? '',
    product: said?.product ?? '',
    peakPower: rounded(said?.peakPowerW ?? null),
    stringNumber: own.stringNumber ?? device.stringNumber,
    tilt: rounded(tiltDeg),
    azimuth: rounded(azimuthDeg),
    orientation,
    own: PLACEMENT_FIELDS.filter((name) => own[name] != null),
    byZone: ORIENTATION_FIELDS.filter((name) => byZone[name] != null),
    zone:
      said?.zone == null ? null : { id: said.zone, name: said.zoneName, row: said.zoneRow!, column: said.zoneColumn! },
  };
}
export type ModuleFacts = ReturnType<typeof moduleFactsOf>;
