// Locks a product that the session may change, and checks that a change fits the profile by which its devices are read.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
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

/** Whether the product belongs to a device family of the portal: reports of real devices are read by it. */
export const isBuiltIn = (model: number): boolean => PRODUCTS.some((product) => product.model === model);

/** Whether the session may change a product: administrators all of them, others those of their own company. */
export const mayChange = (session: Session, companyId: number | null): boolean =>
  session.permissions.has('ProductChange') &&
  (session.scope === 'all' || (session.scope === 'branch' && companyId === session.companyId));

/** Allows the transaction to change the catalogue. */
export async function beginProducts(sql: Transaction): Promise<void> {
  await writeInTurn(sql);
  await beginChange(sql, 'products');
}

/** Locks and returns a product; concurrent assignments to a device wait. Refuses with productNotFound and otherCompanysProduct. */
export async function lockProduct(sql: Transaction, session: Session, model: number): Promise<ProductNow> {
  const [existing] = await sql<{ companyId: number | null }[]>`select company_id from products where model = ${model}`;
  if (!existing) throw new ApiError('productNotFound', { sn: model });
  if (!mayChange(session, existing.companyId)) throw new ApiError('otherCompanysProduct');
  await beginProducts(sql);
  const [product] = await sql<ProductNow[]>`
    select id, model, name, kind, inputs, rated_power_w, phases, frame_profile as profile, company_id, version
    from products where model = ${model} for update`;
  if (!product) throw new ApiError('productNotFound', { sn: model });
  return product;
}

/** Runs a write that refers to a product; refuses with productNotFound if its foreign key reports that the product was deleted since. `named`: the requested name, as in the other refusals. */
export async function ofProduct<T>(named: string | number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    const isGone = code === '23503' && String(constraint).includes('product_id');
    throw isGone ? new ApiError('productNotFound', { sn: named }) : error;
  }
}

export interface ProductUses {
  /** Whether any device or serial number has the product, in any company's plants. */
  isUsed: boolean;
  /** Highest input on which one of its devices has a module. */
  inputs: number;
}

export async function readUsage(sql: Transaction, id: number): Promise<ProductUses> {
  const [uses] = await sql<ProductUses[]>`select is_used, inputs from product_uses(${id})`;
  return uses!;
}

interface ReadingProfile {
  name: string;
  kinds: ProductKind[];
  inputs: number;
}

/** Returns the profiles by which devices can be read, with the kinds that each one fits. */
export function readingProfiles(): ReadingProfile[] {
  const profiles = new Map<string, ReadingProfile>();
  for (const { profile, kind, inputs } of PRODUCTS)
    profiles.set(profile, { name: profile, kinds: compatibleKinds(kind), inputs });
  return [...profiles.values()];
}

const COMPATIBLE_KINDS: Partial<Record<ProductKind, ProductKind[]>> = {
  inverter: ['inverter', 'string'],
  hybrid: ['hybrid', 'allInOne'],
};
const compatibleKinds = (kind: ProductKind): ProductKind[] => COMPATIBLE_KINDS[reportKindOf(kind)] ?? [kind];

/** Refuses with profileDoesNotFit and tooManyInputs: frames of another kind, or inputs that no frame reports, would produce wrong figures. */
export function requireFit({
  kind,
  profile,
  inputs,
}: Pick<ParsedRequest<'product/create'>, 'kind' | 'profile' | 'inputs'>) {
  const match = readingProfiles().find(({ name }) => name === profile);
  if (profile !== null && !match?.kinds.includes(kind)) throw new ApiError('profileDoesNotFit', { profile });
  const maxInputs = match?.inputs || MAX_PRODUCT_INPUTS;
  if (inputs > maxInputs) throw new ApiError('tooManyInputs', { most: maxInputs });
}

/** Refuses with productNameTaken a name that another product has, in any case. `id`: the product itself; null: a new one. */
export async function requireName(sql: Transaction, name: string, id: number | null): Promise<void> {
  const [other] = await sql`
    select from products where upper(name) = ${name.toUpperCase()} and id is distinct from ${id}::int limit 1`;
  if (other) throw new ApiError('productNameTaken', { name });
}
