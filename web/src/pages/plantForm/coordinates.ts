// Parses coordinates: copied from a map, as decimals with point or comma, or in degrees, minutes and seconds.

export interface Coordinates {
  latitude: number;
  longitude: number;
}
type Axis = keyof Coordinates;
interface Degrees {
  value: number;
  /** Axis given by the letter; null without a letter. */
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
/** One coordinate: letter, degrees, minutes, seconds, letter. Only one of the letters is allowed, or "N 47 E 9" would be read as 47 E. */
const LETTER_FIRST = (point: string) => String.raw`([NSEW])\s*${NUMBER(point)}()`;
const LETTER_LAST = (point: string) => String.raw`()${NUMBER(point)}\s*([NSEW])?`;

const POINT = String.raw`\.`;
const SEPARATOR = String.raw`(?:\s*[,;/]\s*|\s+)`;
/** Numbers with decimal commas need more than a comma as separator. */
const COMMA_DECIMALS_SEPARATOR = String.raw`(?:\s*[;/]\s*|,\s+|\s+)`;
const form = (text: string) => new RegExp(String.raw`^\(?${text}\)?$`, 'i');

const SINGLES = [LETTER_FIRST, LETTER_LAST].flatMap((coordinate) =>
  [POINT, ','].map((point) => form(coordinate(point))),
);
const PAIRS = [LETTER_FIRST, LETTER_LAST].flatMap((coordinate) => [
  form(coordinate(POINT) + SEPARATOR + coordinate(POINT)),
  form(coordinate(',') + COMMA_DECIMALS_SEPARATOR + coordinate(',')),
]);

const normalize = (text: string): string =>
  text
    .trim()
    .replace(/^geo:/i, '')
    .replace(/[−–]/g, '-')
    .replace(/[′’´]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/º/g, '°');

function degreesOf(parts: readonly (string | undefined)[]): Degrees | null {
  const [letterBefore, degrees = '', minutes = '0', seconds = '0', letterAfter] = parts;
  if (letterBefore && letterAfter) return null;
  const letter = LETTERS[(letterBefore || letterAfter || '').toUpperCase()];
  const numberOf = (part: string) => Number(part.replace(',', '.'));
  const [wholeDegrees, wholeMinutes, wholeSeconds] = [numberOf(degrees), numberOf(minutes), numberOf(seconds)];
  if (wholeMinutes >= 60 || wholeSeconds >= 60) return null;
  const magnitude = Math.abs(wholeDegrees) + wholeMinutes / 60 + wholeSeconds / 3600;
  const sign = degrees.startsWith('-') ? -1 : 1;
  // Rounds to six decimals, a tenth of a metre.
  const value = (Math.round(magnitude * 1e6) / 1e6) * sign * (letter?.sign ?? 1);
  return { value: value === 0 ? 0 : value, axis: letter?.axis ?? null };
}

const MAX_DEGREES: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

/** Parses one coordinate such as "47.66", "47,66" or 47° 39' 36" N, in degrees; null if invalid or of the other axis. */
export function degreesIn(text: string, axis: Axis): number | null {
  const groups = SINGLES.map((form) => form.exec(normalize(text))).find((match) => match !== null);
  const degrees = groups && degreesOf(groups.slice(1));
  return degrees && (degrees.axis ?? axis) === axis ? degrees.value : null;
}

/** Parses a pair of coordinates such as "47.66, 9.17", "47,66; 9,17" or "N 47.66 E 9.17"; null if invalid. */
export function coordinatesIn(text: string): Coordinates | null {
  const normalized = normalize(text);
  // "47,66" is one number, not a pair of integers.
  if (SINGLES.some((form) => form.test(normalized))) return null;
  const groups = PAIRS.map((form) => form.exec(normalized)).find((match) => match !== null);
  if (!groups) return null;
  const [first, second] = [degreesOf(groups.slice(1, 6)), degreesOf(groups.slice(6, 11))];
  if (!first || !second || (first.axis !== null && first.axis === second.axis)) return null;
  const isSwapped = first.axis === 'longitude' || second.axis === 'latitude';
  const coordinates = isSwapped
    ? { latitude: second.value, longitude: first.value }
    : { latitude: first.value, longitude: second.value };
  const fits = (Object.keys(MAX_DEGREES) as Axis[]).every((axis) => Math.abs(coordinates[axis]) <= MAX_DEGREES[axis]);
  return fits ? coordinates : null;
}
