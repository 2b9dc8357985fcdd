// Bulk changes: the same values for many devices of a product, and their progress.
import { z } from 'zod';
import { COMMAND_STEPS } from '../commands.ts';
import { PARAMETER_UNITS } from '../products.ts';
import { textFilter } from './page.ts';
import { country, iso } from './parts.ts';

/** Filters of a product's devices; only those that the session may change and whose gateway can write parameters. */
export const setupFilters = z.object({
  /** Part of a plant's or device's name, or start of a serial number. */
  keywords: textFilter,
  country_code: textFilter.pipe(country.optional()),
  firmware: textFilter,
});

export const setupRow = z.object({
  id: z.string(),
  model: z.number().int(),
  /** '' if the product was deleted. */
  modelName: z.string(),
  values: z.array(z.object({ name: z.string(), title: z.string(), unit: z.enum(PARAMETER_UNITS), value: z.number() })),
  /** '' if the account was deleted. */
  askedBy: z.string(),
  askedIso: z.string(),
  /** Whether it was stopped. */
  stoppedIso: iso,
  /** Devices in plants that this session can see. */
  counts: z.partialRecord(z.enum(COMMAND_STEPS), z.number().int()),
  /** Devices with a command, in plants that this session can see. */
  devices: z.number().int(),
  /** Selected devices without a command. */
  leftOut: z.number().int(),
  /** Permissions of this session in the current state. */
  rights: z.object({ approve: z.boolean(), stop: z.boolean() }),
});
