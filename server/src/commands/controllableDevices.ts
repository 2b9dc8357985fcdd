// Devices that can be controlled: their product has parameters or functions, and their gateway (or they themselves) accepts commands.
import { type CommandAction, OUTPUT_ACTIONS, type OutputAction } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { functionsOf } from '../devices/products/products.ts';
import { supportedActions } from '../families/families.ts';
import type { Kind } from '../families/kinds.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';

/** One action that a device offers. */
export interface Offered {
  action: OutputAction;
  /** From the product's catalogue. */
  title: string;
  isProtected: boolean;
}

export interface Controllable {
  sn: string;
  alias: string;
  kind: Kind;
  modelName: string;
  /** Its own number for a device without a gateway. */
  gatewaySn: string;
  /** Empty when its gateway does not write parameters. */
  parameters: ProductParameter[];
  actions: Offered[];
}

/** `p`: the device's product; `gp`: its gateway's product, its own for a device without a gateway. */
export const CONTROLLABLE = (sql: Transaction): Fragment => sql`
  devices d join products p on p.id = d.product_id
    left join devices g on g.sid = d.sid and g.sn = d.gateway_sn and g.removed_at is null
    join products gp on gp.id = case when d.gateway_sn = '' then d.product_id else g.product_id end`;

/** Conditions on `CONTROLLABLE`: devices that accept an action, directly or through their gateway. */
async function commandConditions(sql: Transaction): Promise<(action: CommandAction) => Fragment> {
  const profiles = await sql<{ frameProfile: string }[]>`
    select distinct frame_profile from products where frame_profile is not null`;
  const names = profiles.map(({ frameProfile }) => frameProfile);
  return (action) => {
    const accepting = names.filter((name) => supportedActions(name).includes(action));
    return sql`gp.frame_profile in (select unnest(${textArray(accepting)}::text::text[]))`;
  };
}

interface ControlConditions {
  /** Any write or action. */
  fragment: Fragment;
  writes: Fragment;
}

/** Conditions on `CONTROLLABLE`: devices that accept a write or an action of their product. */
export async function controlConditions(sql: Transaction): Promise<ControlConditions> {
  const accepts = await commandConditions(sql);
  const [limit, restart, on, off] = OUTPUT_ACTIONS.map(
    (action) => sql`(${accepts(action)} and p.functions @> ${JSON.stringify([{ signal_mqtt: action }])}::text::jsonb)`,
  );
  const writes = sql`(${accepts('write')} and p.parameters <> '[]'::jsonb)`;
  return { fragment: sql`(${writes} or ${limit!} or ${restart!} or ${on!} or ${off!})`, writes };
}

/** A condition on the controllable devices of a plant that the caller may see. `which`: read before, for many plants. */
export async function controllable(
  sql: Transaction,
  sid: string,
  which?: ControlConditions,
): Promise<{ fragment: Fragment }> {
  const { fragment } = which ?? (await controlConditions(sql));
  return { fragment: sql`d.sid = ${sid} and d.removed_at is null and ${fragment}` };
}

/** A condition on `CONTROLLABLE`: devices that accept firmware. */
export async function takingFirmware(sql: Transaction): Promise<{ fragment: Fragment }> {
  return { fragment: (await commandConditions(sql))('update') };
}

/** A condition on the devices of a plant that accept firmware, whether or not they have settings. */
export async function updatable(sql: Transaction, sid: string): Promise<{ fragment: Fragment }> {
  const accepts = await commandConditions(sql);
  return { fragment: sql`d.sid = ${sid} and d.removed_at is null and ${accepts('update')}` };
}

/** Refuses with deviceNotFound, and with notControllable. `which` as in `controllable`. */
export async function controllableDevice(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  which?: ControlConditions,
): Promise<Controllable> {
  const { fragment } = await controllable(sql, sid, which);
  const [device] = await sql<(Omit<Controllable, 'actions'> & { functions: string; gatewayProfile: string | null })[]>`
    select d.sn, d.alias, p.kind, p.name as model_name, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn, p.parameters,
      p.functions::text as functions, gp.frame_profile as gateway_profile
    from ${CONTROLLABLE(sql)} where ${fragment} and d.sn = ${sn}`;
  if (device) {
    const { functions, gatewayProfile, ...rest } = device;
    const taken = supportedActions(gatewayProfile);
    const parameters = taken.includes('write') ? rest.parameters : [];
    const offered = functionsOf(functions);
    const actions = OUTPUT_ACTIONS.flatMap((action): Offered[] => {
      const one = taken.includes(action) && offered.find(({ signal_mqtt }) => signal_mqtt === action);
      return one ? [{ action, title: one.func_name, isProtected: one.isProtected }] : [];
    });
    return { ...rest, parameters, actions };
  }
  const [any] = await sql`select from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  throw new Refusal(any ? 'notControllable' : 'deviceNotFound');
}
