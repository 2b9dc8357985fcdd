// Proposes a layout for unplaced modules: those of the same orientation form a zone, filled row by row, with the zones side by side.
import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import { PANEL } from '@heliograph/contract/layout.ts';
import { MAX_ZONE_SIDE, MAX_ZONES } from '@heliograph/contract/limits.ts';

export interface LooseModule {
  sn: string;
  input: number;
  pageName: string;
  stringNumber: number | null;
  tilt: number | null;
  azimuth: number | null;
  orientation: 'portrait' | 'landscape' | null;
}

/** Distance between zones, metres. */
const GAP_M = 2;
/** Width of a roof divided by its height. */
const ASPECT_RATIO = 2;

/** Returns zones clockwise from north, with modules by string and serial number. A zone's name is that of the page shared by all its modules. */
export function arrange(modules: readonly LooseModule[]): LayoutZone[] {
  const groups = Map.groupBy(modules, ({ tilt, azimuth, orientation }) => `${tilt} ${azimuth} ${orientation}`);
  const zones = [...groups.values()]
    .toSorted(
      ([one], [other]) => (one!.azimuth ?? 361) - (other!.azimuth ?? 361) || (one!.tilt ?? 91) - (other!.tilt ?? 91),
    )
    .slice(0, MAX_ZONES)
    .map(zoneOf);
  return placeSideBySide(zones);
}

function zoneOf(group: readonly LooseModule[], index: number): LayoutZone {
  const modules = group
    .toSorted(
      (one, other) =>
        (one.stringNumber ?? 1000) - (other.stringNumber ?? 1000) ||
        one.sn.localeCompare(other.sn, 'en') ||
        one.input - other.input,
    )
    .slice(0, MAX_ZONE_SIDE * MAX_ZONE_SIDE);
  const [{ tilt, azimuth, orientation, pageName }] = modules as [LooseModule];
  const zoneOrientation = orientation ?? 'portrait';
  const { width, height } = PANEL[zoneOrientation];
  const idealColumns = Math.round(Math.sqrt((modules.length * ASPECT_RATIO * height) / width));
  const columns = Math.min(
    MAX_ZONE_SIDE,
    modules.length,
    Math.max(idealColumns, Math.ceil(modules.length / MAX_ZONE_SIDE), 1),
  );
  return {
    id: index + 1,
    name: modules.every((module) => module.pageName === pageName) ? pageName : '',
    x: 0,
    y: 0,
    rotation: 0,
    tilt,
    azimuth,
    orientation: zoneOrientation,
    rows: Math.ceil(modules.length / columns),
    columns,
    modules: modules.map(({ sn, input }, n) => ({
      sn,
      input,
      row: Math.floor(n / columns) + 1,
      column: (n % columns) + 1,
    })),
  };
}

/** Places zones in lines about twice as wide as their total height. */
function placeSideBySide(zones: readonly LayoutZone[]): LayoutZone[] {
  const sized = zones.map((zone) => ({
    zone,
    width: zone.columns * PANEL[zone.orientation].width,
    height: zone.rows * PANEL[zone.orientation].height,
  }));
  const area = sized.reduce((sum, { width, height }) => sum + (width + GAP_M) * (height + GAP_M), 0);
  const lineWidth = Math.max(Math.sqrt(area * ASPECT_RATIO), ...sized.map(({ width }) => width));
  let [x, y, lineHeight] = [0, 0, 0];
  return sized.map(({ zone, width, height }) => {
    if (x > 0 && x + width > lineWidth) [x, y, lineHeight] = [0, y + lineHeight + GAP_M, 0];
    const placed = { ...zone, x: toCentimetres(x), y: toCentimetres(y) };
    x += width + GAP_M;
    lineHeight = Math.max(lineHeight, height);
    return placed;
  });
}

const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;
