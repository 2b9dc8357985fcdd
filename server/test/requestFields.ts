// Walks the request schemas of the contract: every field by its path, and a complete valid request.
import type { z } from 'zod';

export type FieldPath = readonly (string | number)[];

export interface Field {
  path: FieldPath;
  /** Schema without wrappers such as optional and default. */
  schema: z.ZodType;
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string | number>;
  values?: unknown[];
  /** `custom`: a check by a function of the contract. */
  checks?: { _zod: { def: { check: string } } }[];
}

export const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** Removes wrappers such as optional, nullable, default and the parsing of numbers. */
export function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: first, out } = defOf(schema);
  if (innerType) return bare(innerType);
  if (first && out) return bare(defOf(first).type === 'transform' ? out : first);
  return schema;
}

/** Returns every field of a request, also within objects and lists, and of each member of a union. */
export function fieldsOf(given: z.ZodType, path: FieldPath = []): Field[] {
  const schema = bare(given);
  const { shape, element, options } = defOf(schema);
  const mine = path.length === 0 ? [] : [{ path, schema }];
  if (shape) return [...mine, ...Object.entries(shape).flatMap(([key, field]) => fieldsOf(field, [...path, key]))];
  if (element) return [...mine, ...fieldsOf(element, [...path, 0])];
  if (options) return [...mine, ...options.flatMap((option) => fieldsOf(option, path))];
  return mine;
}

/** Builds a request with every field, so that none is missing when one is replaced. `known`: values by field name. */
export function sampleOf(given: z.ZodType, known: Record<string, unknown>, name = ''): unknown {
  const schema = bare(given);
  const { shape, element, options, entries, values } = defOf(schema);
  if (shape) return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, sampleOf(field, known, key)]));
  if (name in known && given.safeParse(known[name]).success) return known[name];
  if (element) return [sampleOf(element, known, name)];
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  const fits = ['plant', 1, 230, true, '2026-06-15', null].find((value) => given.safeParse(value).success);
  if (fits !== undefined) return fits;
  const option = options?.map((one) => sampleOf(one, known, name)).find((value) => given.safeParse(value).success);
  if (option === undefined) throw new Error(`no sample of ${name}: give it one`);
  return option;
}

/** The request with one field replaced. */
export function withField(request: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(request)) return request.map((one, n) => (n === key ? withField(one, rest, value) : one));
  const fields = Object.entries((request ?? {}) as Record<string, unknown>);
  const changed = fields.map(([name, now]) => [name, name === key ? withField(now, rest, value) : now] as const);
  return Object.fromEntries(changed);
}
