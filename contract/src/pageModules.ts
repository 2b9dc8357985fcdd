// Which page module a field of an answer belongs to: said where the field is declared, and kept to by the server for every call.
// Only what is told of plants: prices in lists of currencies and numbers of the registry belong to nobody's page.
import { z } from 'zod';
import type { PageModule } from './permissions.ts';

interface Part {
  pageModule: PageModule;
  /** What a role without the page module is told instead. */
  empty: unknown;
}

const marked = z.registry<Part>();

function partOf<Schema extends z.ZodType>(
  pageModule: PageModule,
  schema: Schema,
  empty: NoInfer<z.output<Schema>>,
): Schema {
  // A schema of its own: the one given may stand elsewhere, too.
  const own = schema.clone() as Schema;
  marked.add(own, { pageModule, empty });
  return own;
}

/** Prices, incomes and the currency they are in. */
export const money = <Schema extends z.ZodType>(schema: Schema, empty: NoInfer<z.output<Schema>>): Schema =>
  partOf('SiteMoney', schema, empty);
/** What energy stands for: CO2, trees, oil. */
export const benefits = <Schema extends z.ZodType>(schema: Schema, empty: NoInfer<z.output<Schema>>): Schema =>
  partOf('SiteBenefits', schema, empty);
/** Devices of a plant, their serial numbers, and how many there are. */
export const devices = <Schema extends z.ZodType>(schema: Schema, empty: NoInfer<z.output<Schema>>): Schema =>
  partOf('SiteDevices', schema, empty);

/** A field of an answer that belongs to a page module; `*` in its path is each row of a list. */
export interface AnswerPart extends Part {
  path: readonly string[];
}

/** The parts of an answer, found in its schema; rows within rows of their own kind (menus) hold no more than the first. */
export function responseModuleParts(
  schema: z.ZodType,
  path: readonly string[] = [],
  around: readonly z.ZodType[] = [],
): AnswerPart[] {
  if (around.includes(schema)) return [];
  const part = marked.get(schema);
  // A part may hold parts of other modules: what a problem of a device costs.
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
