// A product that the session may change, locked; and what becomes of it must fit how its devices are read.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MAX_PRODUCT_INPUTS, type ProductKind } from '@heliograph/contract/products.ts';
import type { Session } from '../../context.ts';
import { PRODUCTS } from '../../families/families.ts';
import { reportKindOf } from '../../families/kinds.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { writeInTurn } from '../../platform/database/lockOrder.ts';
import { beginChange } from '../../platform/database/rlsSettings.ts';

export interface ProductNow {
  id: number;
  model: number;
  name: string;
  kind: ProductKind;
  inputs: number;
  ratedPowerW: number;
  phases: number;
  profile: string | null;
  companyId: number | null;
  version: number;
}

/** Came with a family of devices: what real devices send is read by it. */
export const isBuiltIn = (model: number): boolean => PRODUCTS.some((product) => product.model === model);

/** Administrators change all of them, others those of their own company. */
export const mayChange = (session: Session, companyId: number | null): boolean =>
  session.permissions.has('ProductChange') &&
  (session.scope === 'all' || (session.scope === 'branch' && companyId === session.companyId));

/** From here on the transaction changes the catalogue. */
export async function beginProducts(sql: Transaction): Promise<void> {
  await writeInTurn(sql);
  await beginChange(sql, 'products');
}

/** Locked against those who are about to give it to a device. */
export async function lockProduct(sql: Transaction, session: Session, model: number): Promise<ProductNow> {
  const [seen] = await sql<{ companyId: number | null }[]>`select company_id from products where model = ${model}`;
  if (!seen) throw new Refusal('productNotFound', { sn: model });
  if (!mayChange(session, seen.companyId)) throw new Refusal('otherCompanysProduct');
  await beginProducts(sql);
  const [product] = await sql<ProductNow[]>`
    select id, model, name, kind, inputs, rated_power_w, phases, frame_profile as profile, company_id, version
    from products where model = ${model} for update`;
  if (!product) throw new Refusal('productNotFound', { sn: model });
  return product;
}

/** Its key tells of one that somebody has deleted since it was read. `named`: what the caller named, as in the other refusals. */
export async function ofProduct<T>(named: string | number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    const isGone = code === '23503' && String(constraint).includes('product_id');
    throw isGone ? new Refusal('productNotFound', { sn: named }) : error;
  }
}

export interface ProductUses {
  /** Devices or serial numbers, in whoever's plants. */
  isUsed: boolean;
  /** The highest input on which one of its devices has a module. */
  inputs: number;
}

export async function usesOf(sql: Transaction, id: number): Promise<ProductUses> {
  const [uses] = await sql<ProductUses[]>`select is_used, inputs from product_uses(${id})`;
  return uses!;
}

interface Reads {
  name: string;
  kinds: ProductKind[];
  inputs: number;
}

/** How devices may be read, with the kinds that each way fits. */
export function readingProfiles(): Reads[] {
  const profiles = new Map<string, Reads>();
  for (const { profile, kind, inputs } of PRODUCTS)
    profiles.set(profile, { name: profile, kinds: kindsAs(kind), inputs });
  return [...profiles.values()];
}

const WORDS: Partial<Record<ProductKind, ProductKind[]>> = {
  inverter: ['inverter', 'string'],
  hybrid: ['hybrid', 'allInOne'],
};
const kindsAs = (kind: ProductKind): ProductKind[] => WORDS[reportKindOf(kind)] ?? [kind];

/** Frames of another kind, or inputs that no frame tells of, would be figures out of nothing. */
export function requireFit({
  kind,
  profile,
  inputs,
}: Pick<ParsedRequest<'product/create'>, 'kind' | 'profile' | 'inputs'>) {
  const reads = readingProfiles().find(({ name }) => name === profile);
  if (profile !== null && !reads?.kinds.includes(kind)) throw new Refusal('profileDoesNotFit', { profile });
  const most = reads?.inputs || MAX_PRODUCT_INPUTS;
  if (inputs > most) throw new Refusal('tooManyInputs', { most });
}

/** Of another product than this one. */
export async function requireName(sql: Transaction, name: string, id: number | null): Promise<void> {
  const [other] = await sql`
    select from products where upper(name) = ${name.toUpperCase()} and id is distinct from ${id}::int limit 1`;
  if (other) throw new Refusal('productNameTaken', { name });
}
