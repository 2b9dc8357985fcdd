// Enqueues a command for its gateway, or as a draft for a second person to approve, after validating it against the product's catalogue.
import { isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import {
  type CommandAction,
  type CommandEnding,
  DRAFT_VALID_S,
  fitsParameter,
  MAX_OPEN_COMMANDS,
  OUTPUT_ACTIONS,
  type OutputAction,
  READ_BACK_AS,
  SUNRISE_VALID_S,
} from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { type ReportedParameters, reportedParameters } from './commandRows.ts';
import { type Controllable, controllableDevice } from './controllableDevices.ts';
import { assertSimulated } from './controlRights.ts';
import { notifyQueue } from './notifyQueue.ts';

export interface CommandRequest {
  sid: string;
  /** Names to read, or values to write. */
  read?: readonly string[] | undefined;
  write?: readonly { name: string; value: number }[] | undefined;
  /** Instead of reading and writing. */
  action?: OutputAction | undefined;
  limitPercent?: number | undefined;
  /** A complete set of battery settings, validated by batterySettings.ts. */
  isBatterySet?: boolean;
  validS: number;
  /** The sunrise that the device waits for; undefined: it gets the command now. */
  startsAt?: Date | undefined;
  /** The bulk change it belongs to. */
  setupId?: string;
}

const noReportedParameters: ReportedParameters = {};

/** Enqueues a command. The caller has locked the plant, which the session may change. */
export async function enqueueCommand(
  sql: Transaction,
  session: Pick<Session, 'userId' | 'companyId' | 'api' | 'hasSecondFactor' | 'isDemo'>,
  device: Controllable,
  request: CommandRequest,
  at: Date,
): Promise<Pick<Command, 'id' | 'state' | 'parameters' | 'before'>> {
  const { userId, companyId } = session;
  const { sid, startsAt = null, setupId = null } = request;
  const validS = startsAt ? Math.max(request.validS, SUNRISE_VALID_S) : request.validS;
  const { action, parameters, isProtected } = resolveRequest(device, request);
  const names = Object.keys(parameters);
  const { sn, gatewaySn } = device;
  if (action !== 'read') await assertSimulated(sql, session, { sid, gatewaySn });
  // Independent statements are sent together, here and below: a bulk change enqueues a thousand commands.
  const [open, reported] = await Promise.all([
    sql<Pick<Command, 'id' | 'sn' | 'action' | 'parameters' | 'queuedAt' | 'returns'>[]>`
      select c.id, c.sn, c.action, c.parameters, c.queued_at, c.returns from commands c
      where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('draft', 'approved', 'issued', 'accepted')`,
    action === 'read' ? noReportedParameters : reportedParameters(sql, { sid, sn }),
  ]);
  const pendingChanges = action === 'read' ? [] : open.filter((one) => one.sn === sn && one.action !== 'read');
  const replaced: string[] = [];
  for (const name of names) {
    const conflict = pendingChanges.find((one) => Object.hasOwn(one.parameters, name));
    // A user's new value stands above the one that the portal restores.
    if (conflict?.returns && !isProtected) replaced.push(conflict.id);
    else if (conflict) throw new ApiError('commandPending', { name: titleOf(device, conflict.action, name) });
  }
  if (open.length >= MAX_OPEN_COMMANDS) throw new ApiError('commandQueueFull', { most: MAX_OPEN_COMMANDS });
  const before = Object.fromEntries(names.flatMap((name) => (reported[name] ? [[name, reported[name].value]] : [])));
  const state = isProtected ? 'draft' : 'approved';
  const id: string = crypto.randomUUID();
  const endsAt = new Date(
    (startsAt && !isProtected ? startsAt : at).getTime() + (isProtected ? DRAFT_VALID_S : validS) * 1000,
  );
  if (replaced.length > 0) await replaceRollbacks(sql, sid, replaced, at);
  await Promise.all([
    sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, before, state, step, is_protected, asked_by, company_id,
        asked_at, queued_at, starts_at, valid_s, expires_at, setup_id)
      values (${sid}, ${id}, ${gatewaySn}, ${sn}, ${action}, ${JSON.stringify(parameters)}::text::jsonb,
        ${JSON.stringify(before)}::text::jsonb, ${state}, ${action === 'read' ? 'read' : 'write'}, ${isProtected}, ${userId}, ${companyId}, ${at},
        ${isProtected ? null : queueEnd(open, at)}, ${startsAt}, ${validS}, ${endsAt}, ${setupId})`,
    isProtected ? undefined : notifyQueue(sql, { sid, sn: gatewaySn }),
  ]);
  return { id, state, parameters, before };
}

async function replaceRollbacks(sql: Transaction, sid: string, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update commands set state = 'failed', reason = ${'replaced' satisfies CommandEnding}, ended_at = ${at}
    where sid = ${sid} and id in (select unnest(${textArray(ids)}::text::text[])::uuid) and state in ('approved', 'issued', 'accepted')`;
}

/** Returns a time after those of all queued commands, even when another server's clock was ahead. */
export function queueEnd(open: readonly { queuedAt: Date | null }[], at: Date): Date {
  const last = Math.max(...open.map(({ queuedAt }) => queuedAt?.getTime() ?? 0), 0);
  return last < at.getTime() ? at : new Date(last + 1);
}

interface ResolvedRequest {
  action: CommandAction;
  parameters: Command['parameters'];
  isProtected: boolean;
}

/** Refuses actions and parameters that the device's product does not offer, and values out of range. */
function resolveRequest(
  device: Controllable,
  { read = [], write, isBatterySet, action, limitPercent }: CommandRequest,
): ResolvedRequest {
  if (action) {
    const { isProtected } = requireAction(device, action);
    const value = { limit: limitPercent!, on: 1, off: 0, restart: null }[action];
    return { action, parameters: { [READ_BACK_AS[action]]: value }, isProtected };
  }
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  if (!write) {
    const outputs = device.actions.filter((one) => one.action !== 'restart').map((one) => READ_BACK_AS[one.action]);
    const known = new Set<string>([...catalogue.keys(), ...outputs]);
    const named = read.length > 0 ? read : [...known];
    for (const name of named) if (!known.has(name)) requireParameter(catalogue, device, name);
    return { action: 'read', parameters: Object.fromEntries(named.map((name) => [name, null])), isProtected: false };
  }
  const incomplete = isBatterySet ? undefined : write.find(({ name }) => isBatteryParameter(name));
  if (incomplete) throw new ApiError('batterySetTogether', { name: incomplete.name });
  const writes = write.map(({ name, value }) => ({ parameter: requireParameter(catalogue, device, name), value }));
  for (const { parameter, value } of writes) assertFits(parameter, value);
  return {
    action: 'write',
    parameters: Object.fromEntries(writes.map(({ parameter, value }) => [parameter.name, value])),
    isProtected: writes.some(({ parameter }) => parameter.isProtected),
  };
}

/** Returns the catalogue's title of a parameter or action, else the parameter's name. */
const titleOf = ({ parameters, actions }: Controllable, action: string, name: string): string =>
  parameters.find((parameter) => parameter.name === name)?.title ??
  actions.find((one) => one.action === action)?.title ??
  name;

function requireAction({ actions, modelName }: Controllable, action: OutputAction) {
  const offered = actions.find((one) => one.action === action);
  if (!offered) throw new ApiError('actionNotOffered', { model: modelName });
  return offered;
}

function requireParameter(
  catalogue: ReadonlyMap<string, ProductParameter>,
  { modelName }: Pick<Controllable, 'modelName'>,
  name: string,
) {
  const parameter = catalogue.get(name);
  if (!parameter) throw new ApiError('parameterNotFound', { name, model: modelName });
  return parameter;
}

/** Revalidates a draft: the device may have left or changed its gateway, and the catalogue may have changed. */
export async function assertStillFits(
  sql: Transaction,
  { sid, sn, gatewaySn, parameters, action }: Pick<Command, 'sid' | 'sn' | 'gatewaySn' | 'parameters' | 'action'>,
): Promise<void> {
  const device = await controllableDevice(sql, { sid, sn });
  if (device.gatewaySn !== gatewaySn) throw new ApiError('notControllable');
  const output = OUTPUT_ACTIONS.find((one) => one === action);
  if (output) {
    requireAction(device, output);
    return;
  }
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  for (const [name, value] of Object.entries(parameters)) {
    const parameter = requireParameter(catalogue, device, name);
    if (value !== null) assertFits(parameter, value);
  }
}

/** Refuses parameters that the product does not have, and values out of range. */
export function assertAllFit(
  device: Pick<Controllable, 'parameters' | 'modelName'>,
  write: readonly { name: string; value: number }[],
): void {
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  for (const { name, value } of write) assertFits(requireParameter(catalogue, device, name), value);
}

function assertFits(parameter: ProductParameter, value: number): void {
  const { name, min, max, step, unit } = parameter;
  if (!fitsParameter(value, parameter)) throw new ApiError('parameterOutOfRange', { name, min, max, step, unit });
}
