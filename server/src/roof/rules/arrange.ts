// A layout for modules that nobody has placed: those that lie alike become a zone, filled row by row, the zones side by side.
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

/** Metres between zones. */
const GAP_M = 2;
/** Roofs are wider than high. */
const WIDER = 2;

/** From north by east; within a zone by string and number. A name is that of the page on which all of its modules are. */
export function arrange(modules: readonly LooseModule[]): LayoutZone[] {
  const alike = Map.groupBy(modules, ({ tilt, azimuth, orientation }) => `${tilt} ${azimuth} ${orientation}`);
  const zones = [...alike.values()]
    .toSorted(
      ([one], [other]) => (one!.azimuth ?? 361) - (other!.azimuth ?? 361) || (one!.tilt ?? 91) - (other!.tilt ?? 91),
    )
    .slice(0, MAX_ZONES)
    .map(zoneOf);
  return beside(zones);
}

function zoneOf(given: readonly LooseModule[], index: number): LayoutZone {
  const modules = given
    .toSorted(
      (one, other) =>
        (one.stringNumber ?? 1000) - (other.stringNumber ?? 1000) ||
        one.sn.localeCompare(other.sn, 'en') ||
        one.input - other.input,
    )
    .slice(0, MAX_ZONE_SIDE * MAX_ZONE_SIDE);
  const [{ tilt, azimuth, orientation, pageName }] = modules as [LooseModule];
  const lies = orientation ?? 'portrait';
  const { width, height } = PANEL[lies];
  const wide = Math.round(Math.sqrt((modules.length * WIDER * height) / width));
  const columns = Math.min(MAX_ZONE_SIDE, modules.length, Math.max(wide, Math.ceil(modules.length / MAX_ZONE_SIDE), 1));
  return {
    id: index + 1,
    name: modules.every((module) => module.pageName === pageName) ? pageName : '',
    x: 0,
    y: 0,
    rotation: 0,
    tilt,
    azimuth,
    orientation: lies,
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

/** In lines about twice as wide as all of them are high. */
function beside(zones: readonly LayoutZone[]): LayoutZone[] {
  const sized = zones.map((zone) => ({
    zone,
    width: zone.columns * PANEL[zone.orientation].width,
    height: zone.rows * PANEL[zone.orientation].height,
  }));
  const area = sized.reduce((sum, { width, height }) => sum + (width + GAP_M) * (height + GAP_M), 0);
  const line = Math.max(Math.sqrt(area * WIDER), ...sized.map(({ width }) => width));
  let [x, y, high] = [0, 0, 0];
  return sized.map(({ zone, width, height }) => {
    if (x > 0 && x + width > line) [x, y, high] = [0, y + high + GAP_M, 0];
    const placed = { ...zone, x: toCentimetres(x), y: toCentimetres(y) };
    x += width + GAP_M;
    high = Math.max(high, height);
    return placed;
  });
}

const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;
