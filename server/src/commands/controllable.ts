// Which devices of a plant can be told something: those whose product has a catalogue of parameters, and whose gateway, or who themselves, take commands.
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Fragment, Transaction } from '../db/connect.ts';
import { profileOf } from '../families/families.ts';
import type { Kind } from '../families/kinds.ts';

export interface Controllable {
  sn: string;
  alias: string;
  kind: Kind;
  modelName: string;
  /** Its own where it speaks for itself. */
  gatewaySn: string;
  parameters: ProductParameter[];
}

export const CONTROLLABLE = (sql: Transaction): Fragment => sql`
  devices d join products p on p.id = d.product_id
    left join devices g on g.sid = d.sid and g.sn = d.gateway_sn and g.removed_at is null`;

/** A condition on them; who calls it has found the plant. */
export async function controllable(sql: Transaction, sid: string): Promise<{ fragment: Fragment }> {
  const { fragment } = await obeying(sql, sid);
  return { fragment: sql`${fragment} and p.parameters <> '[]'::jsonb` };
}

/** A condition on those that take commands, whether or not anything can be set in them. */
export async function obeying(sql: Transaction, sid: string): Promise<{ fragment: Fragment }> {
  const products = await sql<{ id: number; frameProfile: string | null }[]>`select id, frame_profile from products`;
  const ids = products.filter(({ frameProfile }) => profileOf(frameProfile).obeys).map(({ id }) => id);
  return {
    fragment: sql`d.sid = ${sid} and d.removed_at is null
      and case when d.gateway_sn = '' then d.product_id else g.product_id end in (select unnest(${ids}::int[]))`,
  };
}

/** Refuses with noSuchDevice, and with notControllable. */
export async function controllableDevice(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
): Promise<Controllable> {
  const { fragment } = await controllable(sql, sid);
  const [device] = await sql<Controllable[]>`
    select d.sn, d.alias, p.kind, p.name as model_name, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn, p.parameters
    from ${CONTROLLABLE(sql)} where ${fragment} and d.sn = ${sn}`;
  if (device) return device;
  const [any] = await sql`select from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  throw new Refusal(any ? 'notControllable' : 'noSuchDevice');
}
