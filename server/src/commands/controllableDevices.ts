// Controllable devices: their product has parameters or functions, and their gateway (or the device itself) accepts commands.
import { type CommandAction, OUTPUT_ACTIONS, type OutputAction } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { functionsOf } from '../devices/products/products.ts';
import { supportedActions } from '../families/families.ts';
import type { Kind } from '../families/kinds.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';

/** One action that a device offers. */
export interface OfferedAction {
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
  /** The device's own serial number when it has no gateway. */
  gatewaySn: string;
  /** Empty when its gateway does not write parameters. */
  parameters: ProductParameter[];
  actions: OfferedAction[];
}

/** `p`: the device's product; `gp`: its gateway's product, or its own when it has no gateway. */
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
  /** Condition for any write or action. */
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

/** A condition on the controllable devices of a plant that the caller may see. `conditions`: read in advance, for many plants. */
export async function controllable(
  sql: Transaction,
  sid: string,
  conditions?: ControlConditions,
): Promise<{ fragment: Fragment }> {
  const { fragment } = conditions ?? (await controlConditions(sql));
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

/** Returns a controllable device; refuses with deviceNotFound or notControllable. `conditions` as in `controllable`. */
export async function controllableDevice(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  conditions?: ControlConditions,
): Promise<Controllable> {
  const { fragment } = await controllable(sql, sid, conditions);
  const [device] = await sql<(Omit<Controllable, 'actions'> & { functions: string; gatewayProfile: string | null })[]>`
    select d.sn, d.alias, p.kind, p.name as model_name, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn, p.parameters,
      p.functions::text as functions, gp.frame_profile as gateway_profile
    from ${CONTROLLABLE(sql)} where ${fragment} and d.sn = ${sn}`;
  if (device) {
    const { functions, gatewayProfile, ...rest } = device;
    const supported = supportedActions(gatewayProfile);
    const parameters = supported.includes('write') ? rest.parameters : [];
    const offered = functionsOf(functions);
    const actions = OUTPUT_ACTIONS.flatMap((action): OfferedAction[] => {
      const match = supported.includes(action) && offered.find(({ signal_mqtt }) => signal_mqtt === action);
      return match ? [{ action, title: match.func_name, isProtected: match.isProtected }] : [];
    });
    return { ...rest, parameters, actions };
  }
  const [existing] = await sql`select from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  throw new ApiError(existing ? 'notControllable' : 'deviceNotFound');
}
