// Serial numbers that are entered as products' stock, by hand or from a file: each is looked at, and all are written or none.
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
  /** A product's name or model code. */
  product: string;
  /** Which of the two is a formula. */
  formula?: 'sn' | 'product' | undefined;
}

interface Product {
  id: number;
  model: number;
  name: string;
  frameProfile: string | null;
}

/** `isWritten` false: one of them is wrong, and nothing has changed. */
export async function addSerialNumbers(
  { sql, session, at }: { sql: Transaction; session: Session; at: Date },
  given: readonly GivenNumber[],
): Promise<{ isWritten: boolean; list: EnteredNumber[] }> {
  const products = await sql<Product[]>`select id, model, name, frame_profile from products order by id`;
  const byWord = new Map<string, Product>();
  for (const product of products) byWord.set(String(product.model), product);
  // Should one be called like another's code, its name counts.
  for (const product of products) byWord.set(product.name.trim().toUpperCase(), product);
  const seen = new Set<string>();
  const looked = given.map((one) => {
    const product = byWord.get(one.product.trim().toUpperCase());
    const entered = lookAt({ ...one, sn: one.sn.trim().toUpperCase() }, product, seen);
    seen.add(entered.sn);
    return { entered, product };
  });
  const sound = looked.flatMap(({ entered, product }) =>
    entered.result === 'added' && product ? [{ sn: entered.sn, product: product.id }] : [],
  );
  const isSound = sound.length === looked.length;
  const list = looked.map(({ entered }) => entered);
  if (!isSound) return { isWritten: false, list };
  await beginChange(sql, 'numbers');
  const company = session.scope === 'all' ? null : session.companyId;
  const results = await ofProduct(
    [...new Set(given.map(({ product }) => product))].join(', '),
    () => sql<{ sn: string; result: 'added' | 'changed' | 'same' | 'refused' }[]>`
    select sn, result from enter_numbers(
      ${sound.map(({ sn }) => sn)}::text[], ${sound.map(({ product }) => product)}::int[], ${company}::int, ${at}::timestamptz)`,
  );
  const resultOf = new Map(results.map(({ sn, result }) => [sn, result]));
  const told = list.map((one): EnteredNumber => {
    const result = resultOf.get(one.sn)!;
    return { ...one, result, field: result === 'refused' ? 'sn' : '' };
  });
  return { isWritten: told.every(({ result }) => result !== 'refused'), list: told };
}

function lookAt({ row, sn, product: word, formula }: GivenNumber, product: Product | undefined, seen: Set<string>) {
  const told = (result: EnteredNumber['result'], field: EnteredNumber['field']): EnteredNumber => ({
    row,
    sn,
    product: product?.name ?? word,
    result,
    field,
  });
  if (formula) return told('formula', formula);
  if (!SERIAL_NUMBER.test(sn)) return told('unreadable', 'sn');
  if (seen.has(sn)) return told('repeated', 'sn');
  if (!product) return told('noProduct', 'product');
  if (!profileOf(product.frameProfile).isSerialNumber(sn)) return told('unreadable', 'sn');
  return told('added', '');
}
