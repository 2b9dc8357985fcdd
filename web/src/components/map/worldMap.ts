// The outlines of countries, shipped with the portal for maps without configured tiles. Loaded when a map opens.
import worldUrl from './world.json?url';

/** File format that `scripts/worldMap.mjs` writes. */
interface Stored {
  /** Alternating longitude and latitude in hundredths of a degree: the first point, then differences. */
  lines: number[][];
  countries: { code: string; polygons: number[][][] }[];
}

/** Latitude and longitude in degrees, in the order of the map library. */
export type Point = [latitude: number, longitude: number];

export interface WorldMap {
  countries: { code: string; polygons: Point[][][] }[];
  /** Polygons, each with its outline first, then its holes. */
  land: Point[][][];
  /** Returns the corners around a country's largest part, by its ISO 3166-1 alpha-2 code; null when the map does not include the country. */
  boundsOf: (code: string) => [Point, Point] | null;
}

export function parseWorldMap({ lines, countries }: Stored): WorldMap {
  const points = lines.map((steps) => {
    const line: Point[] = [];
    let [longitude, latitude] = [0, 0];
    for (let n = 0; n < steps.length; n += 2) {
      longitude += steps[n]!;
      latitude += steps[n + 1]!;
      line.push([latitude / 100, longitude / 100]);
    }
    return line;
  });
  // The bitwise complement of an index is a line in reverse; each line begins where the previous one ends.
  const ringOf = (ring: number[]): Point[] =>
    ring.flatMap((index, n) => {
      const line = index < 0 ? points[~index]!.toReversed() : points[index]!;
      return n === 0 ? line : line.slice(1);
    });
  const polygons = countries.map(({ code, polygons: arcs }) => ({
    code,
    polygons: arcs.map((rings) => rings.map(ringOf)),
  }));
  return {
    // Split at 180°, like `land`.
    countries: polygons.map(({ code, polygons: parts }) => ({ code, polygons: parts.flatMap(partsOf) })),
    land: polygons.flatMap((country) => country.polygons).flatMap(partsOf),
    boundsOf: (code) => {
      // An area without a code belongs to no country.
      const country = polygons.find((each) => code !== '' && each.code === code);
      const all = (country?.polygons ?? []).map(([outline]) => cornersOf(outline ?? []));
      const size = ([low, high]: [Point, Point]) => (high[0] - low[0]) * (high[1] - low[1]);
      return all.toSorted((one, other) => size(other) - size(one))[0] ?? null;
    },
  };
}

/** Splits a polygon that extends beyond 180° into its parts on both sides: unsplit it would be drawn around the whole map. */
function partsOf(polygon: Point[][]): Point[][][] {
  const [outline = [], ...holes] = polygon;
  const ring = unwrap(outline);
  const longitudes = ring.map(([, longitude]) => longitude);
  const isRound = Math.abs(longitudes.at(-1)! - longitudes[0]!) > 180;
  const [min, max] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (isRound || holes.length > 0 || (min >= -180 && max <= 180)) return [polygon];
  const edge = max > 180 ? 180 : -180;
  const beyond = edge === 180 ? -360 : 360;
  const inside = cutAt(ring, edge, (longitude) => Math.abs(longitude) <= 180);
  const outside = cutAt(ring, edge, (longitude) => Math.abs(longitude) >= 180);
  return [[inside], [outside.map(([latitude, longitude]): Point => [latitude, longitude + beyond])]];
}

/** Shifts longitudes by full turns, so that each point is at most 180° from the previous one. */
function unwrap(ring: readonly Point[]): Point[] {
  let turns = 0;
  return ring.map(([latitude, longitude], n) => {
    const step = n === 0 ? 0 : longitude - ring[n - 1]![1];
    if (Math.abs(step) > 180) turns -= Math.sign(step) * 360;
    return [latitude, longitude + turns];
  });
}

/** Returns the part of a closed ring on one side of a meridian, closed along the meridian. */
function cutAt(ring: readonly Point[], edge: number, isIn: (longitude: number) => boolean): Point[] {
  const part: Point[] = [];
  for (const [n, point] of ring.slice(1).entries()) {
    const before = ring[n]!;
    if (isIn(before[1]) !== isIn(point[1])) {
      const share = (edge - before[1]) / (point[1] - before[1]);
      part.push([before[0] + share * (point[0] - before[0]), edge]);
    }
    if (isIn(point[1])) part.push(point);
  }
  if (part[0]) part.push(part[0]);
  return part;
}

function cornersOf(line: readonly Point[]): [Point, Point] {
  const latitudes = line.map(([latitude]) => latitude);
  const longitudes = line.map(([, longitude]) => longitude);
  return [
    [Math.min(...latitudes), Math.min(...longitudes)],
    [Math.max(...latitudes), Math.max(...longitudes)],
  ];
}

let loading: Promise<WorldMap> | undefined;

export function loadWorldMap(): Promise<WorldMap> {
  loading ??= fetch(worldUrl)
    .then((answer) => {
      if (!answer.ok) throw new Error(`Failed to load the map: ${answer.status}`);
      return answer.json() as Promise<Stored>;
    })
    .then(parseWorldMap);
  // Fetched again the next time.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
