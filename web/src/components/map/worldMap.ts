// The outlines of countries, shipped with the portal: what a map shows where the operator has set no tiles. Loaded when a map opens.
import worldUrl from './world.json?url';

/** As `scripts/worldMap.mjs` writes it. */
interface Stored {
  /** Longitude and latitude in turn, hundredths of a degree: the first point, then steps. */
  lines: number[][];
  countries: { code: string; polygons: number[][][] }[];
}

/** Latitude and longitude, as maps take them. */
export type Point = [latitude: number, longitude: number];

export interface WorldMap {
  countries: { code: string; polygons: Point[][][] }[];
  /** Each a polygon: its outline, then its holes. */
  land: Point[][][];
  /** The corners around a country's largest part, by its ISO 3166-1 alpha-2 code. */
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
  // One that is run backwards is told by its complement; each begins where the one before it ends.
  const ringOf = (ring: number[]): Point[] =>
    ring.flatMap((index, place) => {
      const line = index < 0 ? points[~index]!.toReversed() : points[index]!;
      return place === 0 ? line : line.slice(1);
    });
  const polygons = countries.map(({ code, polygons: of }) => ({
    code,
    polygons: of.map((rings) => rings.map(ringOf)),
  }));
  return {
    // Cut where they go on beyond 180°, as the whole is.
    countries: polygons.map(({ code, polygons: of }) => ({ code, polygons: of.flatMap(partsOf) })),
    land: polygons.flatMap((country) => country.polygons).flatMap(partsOf),
    boundsOf: (code) => {
      // What has no code is nobody's country.
      const country = polygons.find((each) => code !== '' && each.code === code);
      const all = (country?.polygons ?? []).map(([outline]) => cornersOf(outline ?? []));
      const size = ([low, high]: [Point, Point]) => (high[0] - low[0]) * (high[1] - low[1]);
      return all.toSorted((one, other) => size(other) - size(one))[0] ?? null;
    },
  };
}

/** One that goes on beyond 180° as what of it lies on either side: drawn as it is it would run around the whole map. */
function partsOf(polygon: Point[][]): Point[][][] {
  const [outline = [], ...holes] = polygon;
  const ring = unwrapped(outline);
  const longitudes = ring.map(([, longitude]) => longitude);
  const isRound = Math.abs(longitudes.at(-1)! - longitudes[0]!) > 180;
  const [least, most] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (isRound || holes.length > 0 || (least >= -180 && most <= 180)) return [polygon];
  const edge = most > 180 ? 180 : -180;
  const beyond = edge === 180 ? -360 : 360;
  const inside = cutAt(ring, edge, (longitude) => Math.abs(longitude) <= 180);
  const outside = cutAt(ring, edge, (longitude) => Math.abs(longitude) >= 180);
  return [[inside], [outside.map(([latitude, longitude]): Point => [latitude, longitude + beyond])]];
}

/** Each point at most half the world from the one before it. */
function unwrapped(ring: readonly Point[]): Point[] {
  let turns = 0;
  return ring.map(([latitude, longitude], n) => {
    const step = n === 0 ? 0 : longitude - ring[n - 1]![1];
    if (Math.abs(step) > 180) turns -= Math.sign(step) * 360;
    return [latitude, longitude + turns];
  });
}

/** The part of a closed ring on one side of a meridian, closed along it. */
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
  // Asked again the next time.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
