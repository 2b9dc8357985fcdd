// Coordinates as people have them: copied from a map, in decimals with point or comma, in degrees, minutes and seconds.

export interface Coordinates {
  latitude: number;
  longitude: number;
}
type Axis = keyof Coordinates;
interface Degrees {
  value: number;
  /** As its letter says; null without one. */
  axis: Axis | null;
}

const LETTERS: Readonly<Record<string, { axis: Axis; sign: 1 | -1 }>> = {
  N: { axis: 'latitude', sign: 1 },
  S: { axis: 'latitude', sign: -1 },
  E: { axis: 'longitude', sign: 1 },
  W: { axis: 'longitude', sign: -1 },
};

const NUMBER = (point: string) =>
  String.raw`([+-]?\d{1,3}(?:${point}\d+)?)\s*°?(?:\s*(\d{1,2}(?:${point}\d+)?)\s*'(?:\s*(\d{1,2}(?:${point}\d+)?)\s*")?)?`;
/** One coordinate: letter, degrees, minutes, seconds, letter; only one of the letters, or "N 47 E 9" would read as 47 E. */
const LETTER_FIRST = (point: string) => String.raw`([NSEW])\s*${NUMBER(point)}()`;
const LETTER_LAST = (point: string) => String.raw`()${NUMBER(point)}\s*([NSEW])?`;

const POINT = String.raw`\.`;
const PARTING = String.raw`(?:\s*[,;/]\s*|\s+)`;
/** Decimals behind commas are parted by more than a comma. */
const PARTING_COMMAS = String.raw`(?:\s*[;/]\s*|,\s+|\s+)`;
const form = (text: string) => new RegExp(String.raw`^\(?${text}\)?$`, 'i');

const SINGLES = [LETTER_FIRST, LETTER_LAST].flatMap((one) => [POINT, ','].map((point) => form(one(point))));
const PAIRS = [LETTER_FIRST, LETTER_LAST].flatMap((one) => [
  form(one(POINT) + PARTING + one(POINT)),
  form(one(',') + PARTING_COMMAS + one(',')),
]);

const plain = (text: string): string =>
  text
    .trim()
    .replace(/^geo:/i, '')
    .replace(/[−–]/g, '-')
    .replace(/[′’´]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/º/g, '°');

function degreesOf(parts: readonly (string | undefined)[]): Degrees | null {
  const [before, degrees = '', minutes = '0', seconds = '0', after] = parts;
  if (before && after) return null;
  const letter = LETTERS[(before || after || '').toUpperCase()];
  const numberOf = (part: string) => Number(part.replace(',', '.'));
  const [whole, sixtieths, rest] = [numberOf(degrees), numberOf(minutes), numberOf(seconds)];
  if (sixtieths >= 60 || rest >= 60) return null;
  const size = Math.abs(whole) + sixtieths / 60 + rest / 3600;
  const sign = degrees.startsWith('-') ? -1 : 1;
  // Six decimals are a tenth of a metre.
  const value = (Math.round(size * 1e6) / 1e6) * sign * (letter?.sign ?? 1);
  return { value: value === 0 ? 0 : value, axis: letter?.axis ?? null };
}

const MOST: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

/** One number of degrees, such as "47.66", "47,66" or 47° 39' 36" N; null for what is none, or one of the other axis. */
export function degreesIn(text: string, axis: Axis): number | null {
  const found = SINGLES.map((form) => form.exec(plain(text))).find((match) => match !== null);
  const degrees = found && degreesOf(found.slice(1));
  return degrees && (degrees.axis ?? axis) === axis ? degrees.value : null;
}

/** Both numbers of "47.66, 9.17", "47,66; 9,17" or "N 47.66 E 9.17"; null when it is something else. */
export function coordinatesIn(text: string): Coordinates | null {
  const wanted = plain(text);
  // "47,66" is one number, and no pair of whole ones.
  if (SINGLES.some((form) => form.test(wanted))) return null;
  const found = PAIRS.map((form) => form.exec(wanted)).find((match) => match !== null);
  if (!found) return null;
  const [first, second] = [degreesOf(found.slice(1, 6)), degreesOf(found.slice(6, 11))];
  if (!first || !second || (first.axis !== null && first.axis === second.axis)) return null;
  const isSwapped = first.axis === 'longitude' || second.axis === 'latitude';
  const place = isSwapped
    ? { latitude: second.value, longitude: first.value }
    : { latitude: first.value, longitude: second.value };
  const fits = (Object.keys(MOST) as Axis[]).every((axis) => Math.abs(place[axis]) <= MOST[axis]);
  return fits ? place : null;
}
