// Battery settings as one set of parameters: presented with the device's reported values, validated as a whole, with a history of confirmed sets.
import {
  type BatteryLimits,
  type BatteryProblem,
  type BatterySettings,
  batteryLimits,
  batteryParameters,
  batteryProblems,
  isBatteryParameter,
  isSameSettings,
  parametersOfSettings,
  settingsOfParameters,
} from '@heliograph/contract/batterySettings.ts';
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { COMMAND_VALID_S, isOpen } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../access/accessibleSite.ts';
import { lockEditableDevice } from '../access/lockDevice.ts';
import type { CallContext } from '../context.ts';
import { deviceOfKind } from '../devices/deviceOfKind.ts';
import { nextClockMove } from '../platform/calendar/clockChange.ts';
import { isoOf } from '../platform/calendar/times.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { limitOffset } from '../platform/database/paging.ts';
import { assertMaySetBattery, batteryRights } from './batteryRights.ts';
import type { Command } from './command.ts';
import { commandColumns, reportedParameters } from './commandRows.ts';
import { type Controllable, controllableDevice } from './controllableDevices.ts';
import { controlState, readControlSwitch } from './controlRights.ts';
import { enqueueCommand } from './enqueueCommand.ts';
import { type PresentedCommand, presentCommands } from './presentCommands.ts';

export type BatteryKind = 'battery' | 'hybrid';
type Device = ParsedRequest<'battery/hx/params/view'>;
type Change = Partial<Omit<ParsedRequest<'battery/hx/params/setting'>, keyof Device | 'password'>>;

interface Settable extends Controllable {
  limits: BatteryLimits;
  names: string[];
}

/** Commands searched for older sets, not counting limits, of which a rule sends hundreds a day. */
const NEWEST_COMMANDS = 1_000;
/** Number of sets to consider that differ from the device's; some may be inconsistent. */
const MAX_SETS = 5;

/** Returns a device with battery settings; refuses with deviceNotFound, otherKind, notControllable or noBatterySettings. */
export async function settableBattery(
  caller: CallContext,
  request: Device,
  ...kinds: readonly BatteryKind[]
): Promise<Settable> {
  const { ratedPowerW } = await deviceOfKind(caller, request, ...kinds);
  const device = await controllableDevice(caller.sql, request);
  const limits = batteryLimits(device.parameters, ratedPowerW);
  if (!limits) throw new ApiError('noBatterySettings', { model: device.modelName });
  return { ...device, limits, names: batteryParameters(limits) };
}

export async function viewBattery(
  request: Device,
  caller: CallContext,
  kind: BatteryKind,
): Promise<Response<'battery/hx/params/view'>> {
  const { sql, session, context, at } = caller;
  const { sid, sn } = request;
  const { timezone, changeable } = await accessibleSite(caller, sid);
  const { limits, names, parameters, modelName, gatewaySn } = await settableBattery(caller, request, kind);
  const [reported, newest, [gateway], site] = await Promise.all([
    reportedParameters(sql, { sid, sn }),
    newestChange(sql, request),
    sql<{ online: boolean }[]>`select online from gateways where sn = ${gatewaySn} and sid = ${sid}`,
    readControlSwitch(sql, sid),
  ]);
  const [open, access] = [
    await openBatteryCommand(sql, request),
    await batteryRights(caller, { sid, isChangeable: changeable }),
  ];
  const values = Object.fromEntries(names.map((name) => [name, reported[name]?.value]));
  const inDevice = settingsOfParameters(values, limits);
  const reportedAt = names.flatMap((name) => (reported[name] ? [reported[name].at] : [])).toSorted();
  const requested = newest && settingsOfParameters(newest.parameters, limits);
  const own = parameters.filter(({ name }) => isBatteryParameter(name));
  const isUnconfirmed =
    newest !== undefined && newest.issuedAt !== null && !newest.readBack && newest.state !== 'readBack';
  const sets =
    newest && isOpen(newest.state) ? [] : await confirmedSets(sql, request, names, isUnconfirmed ? {} : values);
  const lastConsistent = sets.flatMap(({ readBack, endedAt }) => {
    const settings = settingsOfParameters(readBack, limits);
    const isConsistent =
      settings !== null &&
      batteryProblems(settings, limits).length === 0 &&
      (isUnconfirmed || inDevice === null || !isSameSettings(settings, inDevice, limits));
    return isConsistent ? [{ settings: plain(settings), iso: isoOf(endedAt, timezone)! }] : [];
  });
  return {
    sn,
    modelName,
    gatewaySn,
    timezone,
    limits: plainLimits(limits),
    names,
    isOnline: context.config.mqttUrl ? null : (gateway?.online ?? false),
    control: controlState(session, site, changeable),
    isProtected: own.some(({ isProtected }) => isProtected),
    isVerified: own.every(({ isVerified }) => isVerified),
    inDevice: inDevice && plain(inDevice),
    inDeviceIso: inDevice && reportedAt[0] ? isoOf(new Date(reportedAt[0]), timezone) : null,
    change:
      newest && requested
        ? {
            id: newest.id,
            wanted: plain(requested),
            state: newest.state,
            isIssued: newest.state === 'readBack' && inDevice !== null && isSameSettings(requested, inDevice, limits),
            reason: newest.reason,
            askedIso: isoOf(newest.askedAt, timezone)!,
            isReturn: newest.returns !== null,
          }
        : null,
    lastGood: lastConsistent[0] ?? null,
    isBusy: open !== undefined,
    ...access,
    clockMove: nextClockMove(timezone, at.getTime()),
  };
}

/** Enqueues a change of the settings; fields missing in `change` keep the device's values. `hasPassword`: the owner has confirmed with the password. */
export async function setBattery(
  { sid, sn, ...change }: Device & Change,
  caller: CallContext,
  kind: BatteryKind,
  hasPassword = false,
): Promise<Response<'battery/hx/params/setting'>> {
  const { sql, session, at } = caller;
  await lockEditableDevice({ sql, session }, { sid, sn });
  const allowed = await assertMaySetBattery(caller, sid, hasPassword);
  const device = await settableBattery(caller, { sid, sn }, kind);
  const { limits, names } = device;
  const { settings, inDevice } = await completeSet(sql, { sid, sn }, change, limits, names);
  if (allowed === 'modeAndReserve') assertOnlyModeAndReserve(settings, inDevice, limits);
  const [problem] = batteryProblems(settings, limits);
  if (problem) throw refusalOf(problem, settings, limits);
  const write = Object.entries(parametersOfSettings(settings, limits)).map(([name, value]) => ({ name, value }));
  const enqueued = await enqueueCommand(
    sql,
    session,
    device,
    { sid, write, isBatterySet: true, validS: COMMAND_VALID_S.usual },
    at,
  );
  caller.noteAudit({
    object: sid,
    before: { values: enqueued.before },
    after: { command: enqueued.id, sn, state: enqueued.state, asked: enqueued.parameters },
  });
  return { command: await presentOne({ sql, session }, { sid, id: enqueued.id }) };
}

/** Presents one command of a plant that the session may change. */
export async function presentOne(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  { sid, id }: Pick<Command, 'sid' | 'id'>,
): Promise<PresentedCommand> {
  const [row] = await sql<Command[]>`
    select ${commandColumns(sql)} from commands c where c.sid = ${sid} and c.id = ${id}`;
  const [command] = await presentCommands({ sql, session }, { sid, isChangeable: true }, [row!]);
  return command!;
}

/** Returns the command that is reading or writing the settings; undefined when there is none. A draft waits for a person, so it does not count. */
export async function openBatteryCommand(sql: Transaction, { sid, sn }: Device): Promise<{ id: string } | undefined> {
  const [open] = await sql<{ id: string }[]>`
    select c.id from commands c
    where c.sid = ${sid} and c.sn = ${sn} and c.state in ('approved', 'issued', 'accepted') and c.action in ('read', 'write')
      and jsonb_exists(c.parameters, 'batteryMode')
    order by c.asked_at desc, c.id desc limit 1`;
  return open;
}

function assertOnlyModeAndReserve(
  settings: BatterySettings,
  inDevice: BatterySettings | null,
  limits: BatteryLimits,
): void {
  if (!inDevice) throw new ApiError('batteryNotRead');
  const { mode, reservePercent } = inDevice;
  if (!isSameSettings({ ...settings, mode, reservePercent }, inDevice, limits))
    throw new ApiError('ownerSetsModeAndReserve');
}

async function completeSet(
  sql: Transaction,
  device: Device,
  change: Change,
  limits: BatteryLimits,
  names: readonly string[],
): Promise<{ settings: BatterySettings; inDevice: BatterySettings | null }> {
  const reported = await reportedParameters(sql, device);
  const inDevice = settingsOfParameters(Object.fromEntries(names.map((name) => [name, reported[name]?.value])), limits);
  const orDeviceValue = <Key extends keyof BatterySettings>(key: Key, value: BatterySettings[Key] | undefined) => {
    if (value !== undefined) return value;
    if (!inDevice) throw new ApiError('batteryNotRead');
    return inDevice[key];
  };
  const settings: BatterySettings = {
    mode: orDeviceValue('mode', change.mode),
    reservePercent: orDeviceValue('reservePercent', change.reservePercent),
    shutdownPercent: orDeviceValue('shutdownPercent', change.shutdownPercent),
    peakW: limits.peakW ? orDeviceValue('peakW', change.peakW ?? undefined) : null,
    periods: limits.periods || change.periods ? orDeviceValue('periods', change.periods) : [],
  };
  return { settings, inDevice };
}

function refusalOf(problem: BatteryProblem, settings: BatterySettings, limits: BatteryLimits): ApiError {
  const { reservePercent: reserve, shutdownPercent: shutdown } = settings;
  const outOf = (name: string, unit: string, { min, max, step }: BatteryLimits['reservePercent']) =>
    new ApiError('parameterOutOfRange', { name, min, max, step, unit });
  switch (problem.word) {
    case 'mode':
      return new ApiError('parameterOutOfRange', { name: 'mode', min: 1, max: limits.modes.length, step: 1, unit: '' });
    case 'outOfRange':
      return outOf(problem.field, problem.field === 'peakW' ? 'W' : '%', problem.range);
    case 'powerOutOfRange':
      return outOf('powerW', 'W', problem.range);
    case 'targetOutOfRange':
      return outOf('targetPercent', '%', problem.range);
    case 'reserveBelowShutdown':
      return new ApiError('reserveBelowShutdown', { reserve, shutdown });
    case 'noPeriods':
      return new ApiError('noTimeRange');
    case 'tooManyPeriods':
      return new ApiError('tooManyPeriods', { most: problem.most });
    case 'noTime':
      return new ApiError('periodWithoutTime', { period: problem.period + 1 });
    case 'beforePrevious':
      return new ApiError('periodsOverlap', { period: problem.period + 1 });
    case 'targetBelowReserve':
      return new ApiError('targetBelowReserve', { period: problem.period + 1, reserve });
    case 'aboveRating':
      return new ApiError('powerAboveRating', { period: problem.period + 1, rated: problem.ratedW });
  }
}

async function newestChange(sql: Transaction, { sid, sn }: Device): Promise<Command | undefined> {
  const [row] = await sql<Command[]>`
    select ${commandColumns(sql)} from (
      select * from commands where sid = ${sid} and sn = ${sn} and action in ('read', 'write')
        order by asked_at desc limit ${NEWEST_COMMANDS}
    ) c
    where c.action = 'write' and jsonb_exists(c.parameters, 'batteryMode') order by c.asked_at desc, c.id desc limit 1`;
  return row;
}

type ConfirmedSet = Pick<Command, 'id' | 'action'> & { readBack: Record<string, number>; endedAt: Date };

/** Selects complete sets that were read back, except those with exactly the values of `excluded`. */
const confirmed = (
  sql: Transaction,
  { sid, sn }: Device,
  names: readonly string[],
  excluded: Readonly<Record<string, number | undefined>> = {},
): { fragment: Fragment } => {
  const values = JSON.stringify(excluded);
  return {
    fragment: sql`(
        select * from commands where sid = ${sid} and sn = ${sn} and action in ('read', 'write')
        order by asked_at desc limit ${NEWEST_COMMANDS}
      ) c
      where c.state = 'readBack' and jsonb_exists_all(c.read_back, ${textArray(names)}::text::text[])
        and (${values}::text = '{}' or not c.read_back @> ${values}::text::jsonb)`,
  };
};

/** Returns confirmed sets, newest first. */
async function confirmedSets(...args: Parameters<typeof confirmed>): Promise<ConfirmedSet[]> {
  const [sql] = args;
  return await sql<ConfirmedSet[]>`
    select c.id, c.action, c.read_back, c.ended_at from ${confirmed(...args).fragment}
    order by c.asked_at desc, c.id desc limit ${MAX_SETS}`;
}

/** Returns the confirmed settings of a hybrid inverter, one entry for each time they were read back. */
export async function recordedSets(
  { page, ...request }: ParsedRequest<'ksp/recordTime'>,
  caller: CallContext,
): Promise<Response<'ksp/recordTime'>> {
  const { sql } = caller;
  const { timezone } = await accessibleSite(caller, request.sid);
  const { limits, names } = await settableBattery(caller, request, 'hybrid');
  const { fragment } = confirmed(sql, request, names);
  const [rows, [count]] = await Promise.all([
    sql<ConfirmedSet[]>`
      select c.id, c.action, c.read_back, c.ended_at from ${fragment}
      order by c.asked_at desc, c.id desc ${limitOffset(sql, page)}`,
    sql<{ n: number }[]>`select count(*)::int as n from ${fragment}`,
  ]);
  const list = rows.flatMap(({ id, action, readBack, endedAt }) => {
    const settings = settingsOfParameters(readBack, limits);
    // Values without a meaning are not a set of settings.
    return settings
      ? [{ id, iso: isoOf(endedAt, timezone)!, isChange: action === 'write', settings: plain(settings) }]
      : [];
  });
  return { list, total: count!.n };
}

const plain = ({ periods, ...settings }: BatterySettings) => ({ ...settings, periods: [...periods] });
const plainLimits = ({ modes, ...limits }: BatteryLimits) => ({ ...limits, modes: [...modes] });
