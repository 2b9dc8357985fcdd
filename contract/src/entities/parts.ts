// Small shapes that many calls speak of: what a text, a number, a day may be when it comes in, serial numbers, times.
import { z } from 'zod';
import { FIRST_DAY, LAST_DAY, SERIAL_NUMBER, SID_FORM } from '../limits.ts';

// What comes in: requests are made of these alone (structure.test), so that what the database or the calendar cannot
// hold is code 400 with its field, whatever call it came by.

/** No database holds U+0000 or half of a character. */
export const isStorable = (given: string): boolean => given.isWellFormed() && !given.includes('\0');
const NOT_STORABLE = 'Text with U+0000 or half of a character';

/** What a person types; spaces around it are not part of it. */
export const text = (max: number, min = 0) => z.string().trim().min(min).max(max).refine(isStorable, NOT_STORABLE);
/** A password or a one-time secret, as it is: spaces count. */
export const secret = (max: number, min = 1) => z.string().min(min).max(max).refine(isStorable, NOT_STORABLE);
export const email = z.email().max(254);

/** Forms send numbers as text. Nothing, lists and yes or no are no numbers: 0 is a price, and a place in the sea. */
const asNumber = (given: unknown): unknown =>
  typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
const INT4 = 2 ** 31 - 1;

/** A whole number that the database's int holds. */
export const int = (min = -INT4, max = INT4) => z.preprocess(asNumber, z.number().int().min(min).max(max));
/** The number of a row: a user, a role, a session. */
export const rowId = int(0);
/** A measure or a price. What is nearly nothing is 0: computed on, the database would refuse it as too small. */
export const amount = (min: number, max: number) =>
  z.preprocess(
    asNumber,
    z
      .number()
      .min(min)
      .max(max)
      .overwrite((value) => (Math.abs(value) < 1e-9 ? 0 : value)),
  );
/** One of a few numbers that the wire has for words. */
export const oneOf = <const Numbers extends readonly [number, ...number[]]>(...numbers: Numbers) =>
  z.preprocess(asNumber, z.literal(numbers));
/** What public programs send and nothing here reads. */
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
/** IANA name; whether there is such a zone is the server's to say. */
export const zone = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/);

/** Serial number as shown: letters and digits, upper case. */
export const sn = z.string().trim().toUpperCase().regex(SERIAL_NUMBER);
/** Where frames may come from: an IPv4 or IPv6 address, or a range of them ("203.0.113.0/24"). */
export const frameSource = text(64).pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));
/** `DE_20261121_k7Qm4x`. */
/** Of a file, hex. */
export const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/);
export const sid = z.string().regex(SID_FORM);
/** A day of the site's own calendar, "YYYY-MM-DD". */
export const day = z.iso
  .date()
  .refine((given) => given >= FIRST_DAY && given <= LAST_DAY, `${FIRST_DAY} to ${LAST_DAY}`);
/** A device, in the plant where it is unless one is said, over days of that plant. */
export const daysOfDevice = {
  sid: sid.optional(),
  sn,
  start: day,
  /** Included; `start` when left out. */
  end: day.optional(),
};
/** Instant as ISO 8601 with offset; the twin of a wire time in an unstated format; null for never. */
export const iso = z.string().nullable();

/** When something was last heard: text in the site's zone, epoch seconds, a phrase, and the ISO twin. */
export const lastUpdate = {
  lastUpdate: z.string(),
  lastUpdateTime: z.number().int(),
  lastUpdateCal: z.string(),
  lastUpdateIso: iso,
};

/** In which a person reads temperatures; empty: in each plant's. */
export const preferredTemperatureUnit = z.enum(['', 'Celsius', 'Fahrenheit']);
