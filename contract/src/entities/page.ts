// Paging, sorting and filters of lists, as public client programs send them.
import { z } from 'zod';
import { DATA_AGES } from '../dataAges.ts';
import { amount, day, int, text } from './parts.ts';

/** `num` counts from 0. Public programs send `page` instead, which counts from 1; 0 is the first page as well. */
export const page = z
  .object({
    size: int(1, 200).default(20),
    num: int(0, 1_000_000).optional(),
    page: int(0, 1_000_000).optional(),
  })
  .transform(({ size, num, page: fromOne = 1 }) => ({ size, num: num ?? Math.max(0, fromOne - 1) }));

/** A page; omitted or in an unknown shape, as old programs send it: everything. */
export const pageOrAll = z.preprocess(
  (given) => (typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined),
  page.optional(),
);

/** Sort orders by field name; the call refuses unknown fields. Clients also send `[]` or omit it. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return z
    .array(z.object({ field: z.enum(fields), descending: z.boolean().default(false) }))
    .max(3)
    .default([]);
}

/** A text filter: absent, null, "" and "null" mean any. */
export const textFilter = z
  .union([text(200), amount(-1e12, 1e12), z.null()])
  .optional()
  .transform((value) =>
    value === null || value === undefined || value === '' || value === 'null' ? undefined : String(value),
  );

/** A day filter "YYYY-MM-DD"; the same values mean any. */
export const dayFilter = textFilter.pipe(day.optional());

/** One of these words; the same values mean any. */
export const wordFilter = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  textFilter.pipe(z.enum(words).optional());

/** Filters of lists of plants and devices, each optional. */
export const listFilters = z.object({
  /** Matches name, city, serial number, owner and installer e-mail. */
  keywords: textFilter,
  site_name: textFilter,
  sn: textFilter,
  user_email: textFilter,
  installer_email: textFilter,
  /** ISO 3166-1 alpha-2, or `none`: without a country. */
  country_code: textFilter,
  street: textFilter,
  created_start_date: dayFilter,
  created_end_date: dayFilter,
  is_commission: textFilter,
  model: textFilter,
  /** Status integer of the wire; those online (0) are divided into `asleep`, silent at night, and `awake`. */
  status: textFilter,
});

/** Plants only: age of the newest data. */
export const siteListFilters = listFilters.extend({ heard: wordFilter(DATA_AGES) });
