// Puts a command into the queue of its gateway, or before a second person; checked against the catalogue of the device's product.
import { isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import {
  type CommandAction,
  DRAFT_VALID_S,
  fitsParameter,
  MOST_OPEN_COMMANDS,
  OUTPUT_ACTIONS,
  type OutputAction,
  READ_BACK_AS,
} from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { reportedParameters, type Told } from './commandRows.ts';
import { type Controllable, controllableDevice } from './controllableDevices.ts';
import { notifyQueue } from './notifyQueue.ts';

export interface Asked {
  sid: string;
  /** Names that are read, or values that are written. */
  read?: readonly string[] | undefined;
  write?: readonly { name: string; value: number }[] | undefined;
  /** In place of both. */
  action?: OutputAction | undefined;
  limitPercent?: number | undefined;
  /** The whole set of a battery, checked as such (batterySettings.ts). */
  isBatterySet?: boolean;
  validS: number;
  /** Of many devices at once, which it is one of. */
  setupId?: string;
}

const noReportedParameters: Told = {};

/** The plant is locked and may be changed by the session, so that of two at once one comes after the other. */
export async function enqueueCommand(
  sql: Transaction,
  { userId, companyId }: Pick<Session, 'userId' | 'companyId'>,
  device: Controllable,
  asked: Asked,
  at: Date,
): Promise<Pick<Command, 'id' | 'state' | 'parameters' | 'before'>> {
  const { sid, validS, setupId = null } = asked;
  const { action, parameters, isProtected } = wantedOf(device, asked);
  const names = Object.keys(parameters);
  const { sn, gatewaySn } = device;
  // What does not wait for an answer is sent together, here and below: there may be a thousand at once.
  const [open, told] = await Promise.all([
    sql<{ sn: string; action: string; parameters: Command['parameters']; queuedAt: Date | null }[]>`
      select c.sn, c.action, c.parameters, c.queued_at from commands c
      where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('draft', 'approved', 'issued', 'accepted')`,
    action === 'read' ? noReportedParameters : reportedParameters(sql, { sid, sn }),
  ]);
  const changing = action === 'read' ? [] : open.filter((one) => one.sn === sn && one.action !== 'read');
  for (const name of names) {
    const other = changing.find((one) => Object.hasOwn(one.parameters, name));
    if (other) throw new Refusal('commandUnderWay', { name: titleOf(device, other.action, name) });
  }
  if (open.length >= MOST_OPEN_COMMANDS) throw new Refusal('commandQueueFull', { most: MOST_OPEN_COMMANDS });
  const before = Object.fromEntries(names.flatMap((name) => (told[name] ? [[name, told[name].value]] : [])));
  const state = isProtected ? 'draft' : 'approved';
  const id: string = crypto.randomUUID();
  const endsAt = new Date(at.getTime() + (isProtected ? DRAFT_VALID_S : validS) * 1000);
  await Promise.all([
    sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, before, state, step, is_protected, asked_by, company_id,
        asked_at, queued_at, valid_s, expires_at, setup_id)
      values (${sid}, ${id}, ${gatewaySn}, ${sn}, ${action}, ${JSON.stringify(parameters)}::text::jsonb,
        ${JSON.stringify(before)}::text::jsonb, ${state}, ${action === 'read' ? 'read' : 'write'}, ${isProtected}, ${userId}, ${companyId}, ${at},
        ${isProtected ? null : queueEnd(open, at)}, ${validS}, ${endsAt}, ${setupId})`,
    isProtected ? undefined : notifyQueue(sql, { sid, sn: gatewaySn }),
  ]);
  return { id, state, parameters, before };
}

/** After all that waits, by whichever server's clock that came. */
export function queueEnd(open: readonly { queuedAt: Date | null }[], at: Date): Date {
  const last = Math.max(...open.map(({ queuedAt }) => queuedAt?.getTime() ?? 0), 0);
  return last < at.getTime() ? at : new Date(last + 1);
}

interface Wanted {
  action: CommandAction;
  parameters: Command['parameters'];
  isProtected: boolean;
}

/** Refuses what the device's product does not have, or not so. */
function wantedOf(device: Controllable, { read = [], write, isBatterySet, action, limitPercent }: Asked): Wanted {
  if (action) {
    const { isProtected } = offered(device, action);
    const value = { limit: limitPercent!, on: 1, off: 0, restart: null }[action];
    return { action, parameters: { [READ_BACK_AS[action]]: value }, isProtected };
  }
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  if (!write) {
    const outputs = device.actions.filter((one) => one.action !== 'restart').map((one) => READ_BACK_AS[one.action]);
    const known = new Set<string>([...catalogue.keys(), ...outputs]);
    const named = read.length > 0 ? read : [...known];
    for (const name of named) if (!known.has(name)) found(catalogue, device, name);
    return { action: 'read', parameters: Object.fromEntries(named.map((name) => [name, null])), isProtected: false };
  }
  const alone = isBatterySet ? undefined : write.find(({ name }) => isBatteryParameter(name));
  if (alone) throw new Refusal('batterySetTogether', { name: alone.name });
  const wanted = write.map(({ name, value }) => ({ parameter: found(catalogue, device, name), value }));
  for (const { parameter, value } of wanted) mustFit(parameter, value);
  return {
    action: 'write',
    parameters: Object.fromEntries(wanted.map(({ parameter, value }) => [parameter.name, value])),
    isProtected: wanted.some(({ parameter }) => parameter.isProtected),
  };
}

/** For people: what devices call it is said where the catalogue has no word. */
const titleOf = ({ parameters, actions }: Controllable, action: string, name: string): string =>
  parameters.find((parameter) => parameter.name === name)?.title ??
  actions.find((one) => one.action === action)?.title ??
  name;

function offered({ actions, modelName }: Controllable, action: OutputAction) {
  const one = actions.find((given) => given.action === action);
  if (!one) throw new Refusal('actionNotOffered', { model: modelName });
  return one;
}

function found(
  catalogue: ReadonlyMap<string, ProductParameter>,
  { modelName }: Pick<Controllable, 'modelName'>,
  name: string,
) {
  const parameter = catalogue.get(name);
  if (!parameter) throw new Refusal('noSuchParameter', { name, model: modelName });
  return parameter;
}

/** What waited for a second person may not fit any more: the device left, hangs elsewhere, or its catalogue is another one. */
export async function mustStillFit(
  sql: Transaction,
  { sid, sn, gatewaySn, parameters, action }: Pick<Command, 'sid' | 'sn' | 'gatewaySn' | 'parameters' | 'action'>,
): Promise<void> {
  const device = await controllableDevice(sql, { sid, sn });
  if (device.gatewaySn !== gatewaySn) throw new Refusal('notControllable');
  const output = OUTPUT_ACTIONS.find((one) => one === action);
  if (output) {
    offered(device, output);
    return;
  }
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  for (const [name, value] of Object.entries(parameters)) {
    const parameter = found(catalogue, device, name);
    if (value !== null) mustFit(parameter, value);
  }
}

/** Refuses values that the catalogue of a product does not have, or not so. */
export function mustFitAll(
  device: Pick<Controllable, 'parameters' | 'modelName'>,
  write: readonly { name: string; value: number }[],
): void {
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  for (const { name, value } of write) mustFit(found(catalogue, device, name), value);
}

function mustFit(parameter: ProductParameter, value: number): void {
  const { name, min, max, step, unit } = parameter;
  if (!fitsParameter(value, parameter)) throw new Refusal('parameterOutOfRange', { name, min, max, step, unit });
}
