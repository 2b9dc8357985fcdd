// Which devices of a plant can be told something: those whose product has parameters or functions, and whose gateway, or who themselves, take commands.
import { type CommandAction, OUTPUT_ACTIONS, type OutputAction } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { functionsOf } from '../devices/products/products.ts';
import { takenBy } from '../families/families.ts';
import type { Kind } from '../families/kinds.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';

/** One action that a device offers. */
export interface Offered {
  action: OutputAction;
  /** As the product's catalogue calls it. */
  title: string;
  isProtected: boolean;
}

export interface Controllable {
  sn: string;
  alias: string;
  kind: Kind;
  modelName: string;
  /** Its own where it speaks for itself. */
  gatewaySn: string;
  /** None where its gateway writes none. */
  parameters: ProductParameter[];
  actions: Offered[];
}

/** `p`: the device's product; `gp`: that of its gateway, its own where it speaks for itself. */
export const CONTROLLABLE = (sql: Transaction): Fragment => sql`
  devices d join products p on p.id = d.product_id
    left join devices g on g.sid = d.sid and g.sn = d.gateway_sn and g.removed_at is null
    join products gp on gp.id = case when d.gateway_sn = '' then d.product_id else g.product_id end`;

/** Conditions on them: which take a word, for themselves or by their gateway. */
async function takers(sql: Transaction): Promise<(action: CommandAction) => Fragment> {
  const profiles = await sql<{ frameProfile: string }[]>`
    select distinct frame_profile from products where frame_profile is not null`;
  const names = profiles.map(({ frameProfile }) => frameProfile);
  return (action) => {
    const taking = names.filter((name) => takenBy(name).includes(action));
    return sql`gp.frame_profile in (select unnest(${textArray(taking)}::text::text[]))`;
  };
}

interface Obeying {
  fragment: Fragment;
  writes: Fragment;
}

/** A condition on them. */
export async function obeying(sql: Transaction): Promise<Obeying> {
  const take = await takers(sql);
  const [limit, restart, on, off] = OUTPUT_ACTIONS.map(
    (action) => sql`(${take(action)} and p.functions @> ${JSON.stringify([{ signal_mqtt: action }])}::text::jsonb)`,
  );
  const writes = sql`(${take('write')} and p.parameters <> '[]'::jsonb)`;
  return { fragment: sql`(${writes} or ${limit!} or ${restart!} or ${on!} or ${off!})`, writes };
}

/** A condition on those of a plant; who calls it has found the plant. `which`: asked before, by who asks for many. */
export async function controllable(sql: Transaction, sid: string, which?: Obeying): Promise<{ fragment: Fragment }> {
  const { fragment } = which ?? (await obeying(sql));
  return { fragment: sql`d.sid = ${sid} and d.removed_at is null and ${fragment}` };
}

/** A condition on `CONTROLLABLE`: those that take firmware. */
export async function takingFirmware(sql: Transaction): Promise<{ fragment: Fragment }> {
  return { fragment: (await takers(sql))('update') };
}

/** The same, of those that take firmware, whether or not anything can be set in them. */
export async function updatable(sql: Transaction, sid: string): Promise<{ fragment: Fragment }> {
  const take = await takers(sql);
  return { fragment: sql`d.sid = ${sid} and d.removed_at is null and ${take('update')}` };
}

/** Refuses with noSuchDevice, and with notControllable. `which` as in `controllable`. */
export async function controllableDevice(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  which?: Obeying,
): Promise<Controllable> {
  const { fragment } = await controllable(sql, sid, which);
  const [device] = await sql<(Omit<Controllable, 'actions'> & { functions: string; gatewayProfile: string | null })[]>`
    select d.sn, d.alias, p.kind, p.name as model_name, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn, p.parameters,
      p.functions::text as functions, gp.frame_profile as gateway_profile
    from ${CONTROLLABLE(sql)} where ${fragment} and d.sn = ${sn}`;
  if (device) {
    const { functions, gatewayProfile, ...rest } = device;
    const taken = takenBy(gatewayProfile);
    const parameters = taken.includes('write') ? rest.parameters : [];
    const offered = functionsOf(functions);
    const actions = OUTPUT_ACTIONS.flatMap((action): Offered[] => {
      const one = taken.includes(action) && offered.find(({ signal_mqtt }) => signal_mqtt === action);
      return one ? [{ action, title: one.func_name, isProtected: one.isProtected }] : [];
    });
    return { ...rest, parameters, actions };
  }
  const [any] = await sql`select from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  throw new Refusal(any ? 'notControllable' : 'noSuchDevice');
}
