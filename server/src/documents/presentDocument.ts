// Presents a document for the list and its page.
import type { Response } from '@heliograph/contract/calls.ts';

type Row = Omit<Response<'configuration/documentation/list'>['list'][number], 'hit'>;

interface Facts extends Omit<Row, 'products' | 'companyName' | 'createdIso' | 'rights'> {
  companyName: string | null;
  models: number[];
  createdAt: Date;
}

export function documentRowOf(
  { models, companyName, createdAt, ...facts }: Facts,
  names: ReadonlyMap<number, string>,
  rights: Row['rights'],
): Row {
  const products = models
    .flatMap((model) => (names.has(model) ? [{ model, name: names.get(model)! }] : []))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return { ...facts, products, companyName: companyName ?? '', createdIso: createdAt.toISOString(), rights };
}
