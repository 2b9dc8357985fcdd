// Adds serial numbers to products' stock, entered by hand or from a file: checks each one and writes all or none.
import type { Response } from '@heliograph/contract/calls.ts';
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import type { Session } from '../../context.ts';
import { profileOf } from '../../families/families.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { beginChange } from '../../platform/database/rlsSettings.ts';
import { ofProduct } from '../products/lockProduct.ts';

export type EnteredNumber = Response<'product/sn/import'>['list'][number];

export interface GivenNumber {
  row: number;
  sn: string;
  /** Name or model code of a product. */
  product: string;
  /** Field that contains a spreadsheet formula; undefined: none. */
  formula?: 'sn' | 'product' | undefined;
}

interface Product {
  id: number;
  model: number;
  name: string;
  frameProfile: string | null;
}

/** Adds the numbers and returns the result of each. `isWritten` false: one of them is invalid, and nothing has changed. */
export async function addSerialNumbers(
  { sql, session, at }: { sql: Transaction; session: Session; at: Date },
  entries: readonly GivenNumber[],
): Promise<{ isWritten: boolean; list: EnteredNumber[] }> {
  const products = await sql<Product[]>`select id, model, name, frame_profile from products order by id`;
  const productByName = new Map<string, Product>();
  for (const product of products) productByName.set(String(product.model), product);
  // If a product's name equals another's code, the name takes precedence.
  for (const product of products) productByName.set(product.name.trim().toUpperCase(), product);
  const known = new Set<string>();
  const checked = entries.map((entry) => {
    const product = productByName.get(entry.product.trim().toUpperCase());
    const entered = checkEntry({ ...entry, sn: entry.sn.trim().toUpperCase() }, product, known);
    known.add(entered.sn);
    return { entered, product };
  });
  const valid = checked.flatMap(({ entered, product }) =>
    entered.result === 'added' && product ? [{ sn: entered.sn, product: product.id }] : [],
  );
  const allValid = valid.length === checked.length;
  const list = checked.map(({ entered }) => entered);
  if (!allValid) return { isWritten: false, list };
  await beginChange(sql, 'numbers');
  const company = session.scope === 'all' ? null : session.companyId;
  const rows = await ofProduct(
    [...new Set(entries.map(({ product }) => product))].join(', '),
    () => sql<{ sn: string; result: 'added' | 'changed' | 'same' | 'refused' }[]>`
    select sn, result from enter_numbers(
      ${valid.map(({ sn }) => sn)}::text[], ${valid.map(({ product }) => product)}::int[], ${company}::int, ${at}::timestamptz)`,
  );
  const resultOf = new Map(rows.map(({ sn, result }) => [sn, result]));
  const results = list.map((entry): EnteredNumber => {
    const result = resultOf.get(entry.sn)!;
    return { ...entry, result, field: result === 'refused' ? 'sn' : '' };
  });
  return { isWritten: results.every(({ result }) => result !== 'refused'), list: results };
}

function checkEntry(
  { row, sn, product: word, formula }: GivenNumber,
  product: Product | undefined,
  known: Set<string>,
) {
  const outcome = (result: EnteredNumber['result'], field: EnteredNumber['field']): EnteredNumber => ({
    row,
    sn,
    product: product?.name ?? word,
    result,
    field,
  });
  if (formula) return outcome('formula', formula);
  if (!SERIAL_NUMBER.test(sn)) return outcome('unreadable', 'sn');
  if (known.has(sn)) return outcome('repeated', 'sn');
  if (!product) return outcome('noProduct', 'product');
  if (!profileOf(product.frameProfile).isSerialNumber(sn)) return outcome('unreadable', 'sn');
  return outcome('added', '');
}
