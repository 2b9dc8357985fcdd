// Schemas of texts, numbers, days, serial numbers and times that many calls share.
import { z } from 'zod';
import { LANGUAGES, type LanguageCode } from '../envelope.ts';
import { FIRST_DAY, LAST_DAY, SERIAL_NUMBER, SID_FORM } from '../limits.ts';

// Requests use only these schemas (structure.test), so that a value that the database or the calendar cannot
// represent is refused with code 400 and its field in every call.

/** PostgreSQL cannot store U+0000 or a lone surrogate. */
export const isStorable = (given: string): boolean => given.isWellFormed() && !given.includes('\0');
const NOT_STORABLE = 'Text with U+0000 or half of a character';

/** Text that a person typed, trimmed. */
export const text = (max: number, min = 0) => z.string().trim().min(min).max(max).refine(isStorable, NOT_STORABLE);
/** A password or one-time secret, not trimmed. */
export const secret = (max: number, min = 1) => z.string().min(min).max(max).refine(isStorable, NOT_STORABLE);
export const email = z.email().max(254);

/** A number, also as text from forms. Empty values, lists and booleans are not converted, as 0 is a valid price and coordinate. */
const asNumber = (given: unknown): unknown =>
  typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
const INT4 = 2 ** 31 - 1;

/** An integer in the range of the database's int. */
export const int = (min = -INT4, max = INT4) => z.preprocess(asNumber, z.number().int().min(min).max(max));
/** Id of a row, such as a user, a role or a session. */
export const rowId = int(0);
/** A measurement or a price. Tiny values become 0, as calculations in the database would underflow. */
export const amount = (min: number, max: number) =>
  z.preprocess(
    asNumber,
    z
      .number()
      .min(min)
      .max(max)
      .overwrite((value) => (Math.abs(value) < 1e-9 ? 0 : value)),
  );
/** One of a few numbers that stand for words on the wire. */
export const oneOf = <const Numbers extends readonly [number, ...number[]]>(...numbers: Numbers) =>
  z.preprocess(asNumber, z.literal(numbers));
/** Code of one of the portal's languages. */
export const languageCode = z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]);
/** Set for true and 1, also as text from forms; anything else is unset. */
export const flag = z.unknown().transform((given) => [true, 1, 'true', '1'].includes(given as string));
/** Fields that public programs send and the server ignores. */
export const ignored = z
  .unknown()
  .transform(() => undefined)
  .optional();

/** ISO 3166-1 alpha-2. */
export const country = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/)
  .toUpperCase();
/** ISO 4217. */
export const currencyCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/)
  .toUpperCase();
/** IANA name; the server checks that the zone exists. */
export const zone = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/);

/** Serial number as shown: letters and digits, upper case. */
export const sn = z.string().trim().toUpperCase().regex(SERIAL_NUMBER);
/** Subject of an event; "": the plant itself. */
export const snOrPlant = z.union([z.literal(''), sn]);
/** Allowed source of frames: an IPv4 or IPv6 address or range ("203.0.113.0/24"). */
export const frameSource = text(64).pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));
/** `DE_20261121_k7Qm4x`. */
/** Hash of a file, hex. */
export const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/);
export const sid = z.string().regex(SID_FORM);
/** A local day of the plant, "YYYY-MM-DD". */
export const day = z.iso
  .date()
  .refine((given) => given >= FIRST_DAY && given <= LAST_DAY, `${FIRST_DAY} to ${LAST_DAY}`);
/** A device over local days of its plant; by default the plant that it is in. */
export const daysOfDevice = {
  sid: sid.optional(),
  sn,
  start: day,
  /** Inclusive; default: `start`. */
  end: day.optional(),
};
/** Instant as ISO 8601 with offset, beside a wire time of unspecified format; null: never. */
export const iso = z.string().nullable();

/** Time of the last upload: text in the plant's zone, epoch seconds, a phrase, and ISO 8601. */
export const lastUpdate = {
  lastUpdate: z.string(),
  lastUpdateTime: z.number().int(),
  lastUpdateCal: z.string(),
  lastUpdateIso: iso,
};

/** A person's unit of temperatures; empty: that of each plant. */
export const preferredTemperatureUnit = z.enum(['', 'Celsius', 'Fahrenheit']);
