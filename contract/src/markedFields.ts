// Finds the fields of a response that a registry marks, with their paths.
import type { z } from 'zod';

/** A marked field; `*` in its path stands for each row of a list. */
export type MarkedField<Mark> = Mark & { path: readonly string[] };

/** Returns the marked fields in a schema, outer ones first; recursive rows (menus) are visited once. */
export function markedFields<Mark extends object>(
  schema: z.ZodType,
  markOf: (schema: z.ZodType) => Mark | undefined,
  path: readonly string[] = [],
  around: readonly z.ZodType[] = [],
): MarkedField<Mark>[] {
  if (around.includes(schema)) return [];
  const mark = markOf(schema);
  // A marked field may contain others, such as the cost of a device's problem.
  const own = mark ? [{ ...mark, path }] : [];
  const within = [...around, schema];
  const { shape, element, innerType } = (
    schema as unknown as {
      _zod: { def: { shape?: Record<string, z.ZodType>; element?: z.ZodType; innerType?: z.ZodType } };
    }
  )._zod.def;
  if (shape)
    return [
      ...own,
      ...Object.entries(shape).flatMap(([key, field]) => markedFields(field, markOf, [...path, key], within)),
    ];
  if (element) return [...own, ...markedFields(element, markOf, [...path, '*'], within)];
  return innerType ? [...own, ...markedFields(innerType, markOf, path, within)] : own;
}
