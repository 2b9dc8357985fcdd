// Makes unknown figures numbers for programs that convert every figure without a check, and names them beside.
import { HEADERS } from '@heliograph/contract/envelope.ts';
import { type FigureField, figuresOf } from '@heliograph/contract/figures.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

const figureFields = new WeakMap<z.ZodType, FigureField[]>();

/** Whether the program reads null and "" as unknown, as the portal's own client does. */
export const readsUnknown = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[HEADERS.unknownAs] === 'null';

/** Replaces unknown figures of a response by 0, in place, and names them in `unknown` of their object. */
export function fillUnknown(schema: z.ZodType, response: unknown): void {
  let fields = figureFields.get(schema);
  if (!fields) {
    fields = figuresOf(schema);
    figureFields.set(schema, fields);
  }
  for (const { path, zero } of fields) fillAt(response, path, zero);
}

function fillAt(within: unknown, [key, ...rest]: readonly string[], zero: FigureField['zero']): void {
  if (typeof within !== 'object' || within === null || key === undefined) return;
  if (key === '*') {
    for (const row of within as unknown[]) fillAt(row, rest, zero);
    return;
  }
  const fields = within as Record<string, unknown> & { unknown?: string[] };
  if (rest.length > 0) {
    fillAt(fields[key], rest, zero);
  } else if (fields[key] === null || fields[key] === '') {
    fields[key] = zero;
    fields.unknown = [...(fields.unknown ?? []), key];
  }
}
