// Marks figures of responses that may be unknown. Public client programs convert them without a check, so they are always
// numbers for them: `http/serve.ts` sends 0 for an unknown figure and names it beside it. The portal's own client reads null.
import { z } from 'zod';
import { type MarkedField, markedFields } from './markedFields.ts';

interface Figure {
  /** Sent for an unknown figure. */
  zero: 0 | '0.00';
}

const figures = z.registry<Figure>();

function figure<Schema extends z.ZodType>(schema: Schema, zero: Figure['zero']): Schema {
  figures.add(schema, { zero });
  return schema;
}

/** A figure as a number; null: unknown. */
export const numberFigure = () => figure(z.number().nullable(), 0);
/** A figure as a decimal text; "": unknown. */
export const textFigure = () => figure(z.string(), '0.00');

/** Keeps a figure a figure in a copy of its schema. */
export function copyFigure(from: z.ZodType, to: z.ZodType): void {
  const mark = figures.get(from);
  if (mark) figures.add(to, mark);
}

/** Field of each object with figures: names of those that are unknown and therefore sent as 0. Missing: all are known. */
export const unknownFigures = { unknown: z.array(z.string()).optional() };

export type FigureField = MarkedField<Figure>;

/** Finds the figures in the schema of a response. */
export const figuresOf = (schema: z.ZodType): FigureField[] => markedFields(schema, (one) => figures.get(one));
