// Puts a command into the queue of its gateway, or before a second person; checked against the catalogue of the device's product.
import { isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import { DRAFT_VALID_S, fitsParameter, MOST_OPEN_COMMANDS } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import type { Command } from './command.ts';
import { type Controllable, controllableDevice } from './controllable.ts';
import { toldBy } from './rows.ts';
import { tellQueue } from './tellQueue.ts';

export interface Asked {
  sid: string;
  /** Names that are read, or values that are written. */
  read?: readonly string[] | undefined;
  write?: readonly { name: string; value: number }[] | undefined;
  /** The whole set of a battery, checked as such (batterySettings.ts). */
  isBatterySet?: boolean;
  validS: number;
}

/** The plant is locked and may be changed by the session, so that of two at once one comes after the other. */
export async function askCommand(
  sql: Transaction,
  { userId, companyId }: Pick<Session, 'userId' | 'companyId'>,
  device: Controllable,
  { sid, read = [], write, isBatterySet, validS }: Asked,
  at: Date,
): Promise<Pick<Command, 'id' | 'state' | 'parameters' | 'before'>> {
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  const named = read.length > 0 ? read : [...catalogue.keys()];
  const parameters: Command['parameters'] = Object.fromEntries(
    write
      ? write.map(({ name, value }) => [found(catalogue, device, name).name, value])
      : named.map((name) => [found(catalogue, device, name).name, null]),
  );
  for (const { name, value } of write ?? []) {
    if (!isBatterySet && isBatteryParameter(name)) throw new Refusal('batterySetTogether', { name });
    mustFit(found(catalogue, device, name), value);
  }
  const names = Object.keys(parameters);
  const { sn, gatewaySn } = device;
  const open = await sql<{ sn: string; action: string; parameters: Command['parameters'] }[]>`
    select c.sn, c.action, c.parameters from commands c
    where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('draft', 'approved', 'issued', 'accepted')`;
  const isUnderWay = (name: string) =>
    open.some((one) => one.sn === sn && one.action === 'write' && Object.hasOwn(one.parameters, name));
  const twice = write && names.find(isUnderWay);
  if (twice !== undefined) throw new Refusal('commandUnderWay', { name: twice });
  if (open.length >= MOST_OPEN_COMMANDS) throw new Refusal('commandQueueFull', { most: MOST_OPEN_COMMANDS });
  const told = write ? await toldBy(sql, { sid, sn }) : {};
  const before = Object.fromEntries(names.flatMap((name) => (told[name] ? [[name, told[name].value]] : [])));
  const isProtected = write !== undefined && names.some((name) => catalogue.get(name)!.isProtected);
  const state = isProtected ? 'draft' : 'approved';
  const action = write ? 'write' : 'read';
  const id: string = crypto.randomUUID();
  const endsAt = new Date(at.getTime() + (isProtected ? DRAFT_VALID_S : validS) * 1000);
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, before, state, step, is_protected, asked_by, company_id,
      asked_at, queued_at, valid_s, expires_at)
    values (${sid}, ${id}, ${gatewaySn}, ${sn}, ${action}, ${JSON.stringify(parameters)}::text::jsonb,
      ${JSON.stringify(before)}::text::jsonb, ${state}, ${action}, ${isProtected}, ${userId}, ${companyId}, ${at},
      ${isProtected ? null : at}, ${validS}, ${endsAt})`;
  if (!isProtected) await tellQueue(sql, { sid, sn: gatewaySn });
  return { id, state, parameters, before };
}

function found(catalogue: ReadonlyMap<string, ProductParameter>, { modelName }: Controllable, name: string) {
  const parameter = catalogue.get(name);
  if (!parameter) throw new Refusal('noSuchParameter', { name, model: modelName });
  return parameter;
}

/** What waited for a second person may not fit any more: the device left, hangs elsewhere, or its catalogue is another one. */
export async function mustStillFit(
  sql: Transaction,
  { sid, sn, gatewaySn, parameters }: Pick<Command, 'sid' | 'sn' | 'gatewaySn' | 'parameters'>,
): Promise<void> {
  const device = await controllableDevice(sql, { sid, sn });
  if (device.gatewaySn !== gatewaySn) throw new Refusal('notControllable');
  const catalogue = new Map(device.parameters.map((parameter) => [parameter.name, parameter]));
  for (const [name, value] of Object.entries(parameters)) {
    const parameter = found(catalogue, device, name);
    if (value !== null) mustFit(parameter, value);
  }
}

function mustFit(parameter: ProductParameter, value: number): void {
  const { name, min, max, step, unit } = parameter;
  if (!fitsParameter(value, parameter)) throw new Refusal('parameterOutOfRange', { name, min, max, step, unit });
}
