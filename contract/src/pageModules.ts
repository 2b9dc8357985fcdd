// Marks fields of responses with the page module that they belong to; the server hides them for every call.
// Only fields about plants are marked, not prices in lists of currencies or serial numbers of the registry.
import { z } from 'zod';
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

/** A field of a response that belongs to a page module; `*` in its path stands for each row of a list. */
export interface AnswerPart extends Part {
  path: readonly string[];
}

/** Finds the marked fields in the schema of a response; recursive rows (menus) are visited once. */
export function responseModuleParts(
  schema: z.ZodType,
  path: readonly string[] = [],
  around: readonly z.ZodType[] = [],
): AnswerPart[] {
  if (around.includes(schema)) return [];
  const part = marked.get(schema);
  // A marked field may contain fields of other modules, such as the cost of a device's problem.
  const own = part ? [{ ...part, path }] : [];
  const within = [...around, schema];
  const { shape, element, innerType } = (
    schema as unknown as {
      _zod: { def: { shape?: Record<string, z.ZodType>; element?: z.ZodType; innerType?: z.ZodType } };
    }
  )._zod.def;
  if (shape)
    return [
      ...own,
      ...Object.entries(shape).flatMap(([key, field]) => responseModuleParts(field, [...path, key], within)),
    ];
  if (element) return [...own, ...responseModuleParts(element, [...path, '*'], within)];
  return innerType ? [...own, ...responseModuleParts(innerType, path, within)] : own;
}
