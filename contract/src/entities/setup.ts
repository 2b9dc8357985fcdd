// The same values for many devices of one product: which of them, and how far it is.
import { z } from 'zod';
import { COMMAND_STEPS } from '../commands.ts';
import { PARAMETER_UNITS } from '../products.ts';
import { textFilter } from './page.ts';
import { country, iso } from './parts.ts';

/** Which devices of a product; those alone that the session may change and whose gateway writes parameters. */
export const setupFilters = z.object({
  /** Part of a plant's or a device's name, the beginning of a serial number. */
  keywords: textFilter,
  country_code: textFilter.pipe(country.optional()),
  firmware: textFilter,
});

export const setupRow = z.object({
  id: z.string(),
  model: z.number().int(),
  /** ''; the product is gone. */
  modelName: z.string(),
  values: z.array(z.object({ name: z.string(), title: z.string(), unit: z.enum(PARAMETER_UNITS), value: z.number() })),
  /** ''; the account is gone. */
  askedBy: z.string(),
  askedIso: z.string(),
  /** Somebody stopped it. */
  stoppedIso: iso,
  /** Of devices in plants that this session sees. */
  counts: z.partialRecord(z.enum(COMMAND_STEPS), z.number().int()),
  /** That got a command, of plants that this session sees. */
  devices: z.number().int(),
  /** Chosen, and got none. */
  leftOut: z.number().int(),
  /** What this session may do with it now. */
  rights: z.object({ approve: z.boolean(), stop: z.boolean() }),
});
