// Marks fields of responses with the page module that they belong to; the server hides them for every call.
// Only fields about plants are marked, not prices in lists of currencies or serial numbers of the registry.
import { z } from 'zod';
import { copyFigure } from './figures.ts';
import { type MarkedField, markedFields } from './markedFields.ts';
import type { PageModule } from './permissions.ts';

interface Part {
  pageModule: PageModule;
  /** Value for roles without the page module. */
  empty: unknown;
}

const marked = z.registry<Part>();

function partOf<Schema extends z.ZodType>(
  pageModule: PageModule,
  schema: Schema,
  empty: NoInfer<z.output<Schema>>,
): Schema {
  // A copy, as the given schema may be used elsewhere.
  const own = schema.clone() as Schema;
  marked.add(own, { pageModule, empty });
  copyFigure(schema, own);
  return own;
}

/** Prices, revenue and their currency. */
export const money = <Schema extends z.ZodType>(schema: Schema, empty: NoInfer<z.output<Schema>>): Schema =>
  partOf('SiteMoney', schema, empty);
/** Environmental benefits: CO2, trees, oil. */
export const benefits = <Schema extends z.ZodType>(schema: Schema, empty: NoInfer<z.output<Schema>>): Schema =>
  partOf('SiteBenefits', schema, empty);
/** Devices of a plant, their serial numbers and their number. */
export const devices = <Schema extends z.ZodType>(schema: Schema, empty: NoInfer<z.output<Schema>>): Schema =>
  partOf('SiteDevices', schema, empty);

/** A field of a response that belongs to a page module. */
export type AnswerPart = MarkedField<Part>;

/** Finds the fields of page modules in the schema of a response. */
export const responseModuleParts = (schema: z.ZodType): AnswerPart[] => markedFields(schema, (one) => marked.get(one));
