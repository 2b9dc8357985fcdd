// A command as stored, and its next state after each report of its device: pure.
import { isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import {
  COMMAND_ENDINGS,
  type CommandAction,
  type CommandEnding,
  type CommandStep,
  isSameValue,
} from '@heliograph/contract/commands.ts';
import type { LimitRuleDay } from '@heliograph/contract/limitRules.ts';
import type { CommandRejection } from '@heliograph/contract/report.ts';
import { orderPath } from '../access/ticketUrls.ts';
import { compareVersions } from '../firmware/rules/versions.ts';

export interface Command {
  sid: string;
  id: string;
  gatewaySn: string;
  sn: string;
  action: CommandAction;
  parameters: Record<string, number | null>;
  before: Record<string, number>;
  readBack: Record<string, number> | null;
  /** Of a firmware update; null for other actions. */
  firmware: Firmware | null;
  state: CommandStep;
  /** Of an update: 'write' until the device reports it installed, then 'read' until it announces the version, unless `isHalted`. */
  step: 'write' | 'read';
  /** While open: '', or `isHalted`. */
  reason: string;
  isProtected: boolean;
  returns: string | null;
  askedBy: number | null;
  companyId: number | null;
  askedAt: Date;
  answeredBy: number | null;
  answeredAt: Date | null;
  queuedAt: Date | null;
  issuedAt: Date | null;
  acceptedAt: Date | null;
  endedAt: Date | null;
  validS: number;
  expiresAt: Date;
  tries: number;
  triedAt: Date | null;
  /** Why the plant's limit rule sent it; null: a user requested it. */
  byRule: 'change' | 'renewal' | null;
  /** Summary of all limits of its day, of which it was the last (compactHistory.ts); null: a single command. */
  standsFor: LimitRuleDay | null;
}

/** The version that an update installs, as it was when requested. */
export interface Firmware {
  id: number;
  versionName: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Base64. */
  signature: string;
  /** Part of the file's address, valid while the command is under way. */
  secret: string;
  /** The version that the device had reported before. */
  before: string;
}

/** A validated message on a device's result topic. */
export interface Result {
  id: string;
  isReadBack: boolean;
  state: 'accepted' | 'done' | 'refused';
  reason: string;
  parameters: Record<string, number>;
}

export type CommandUpdate = Partial<
  Pick<Command, 'state' | 'step' | 'reason' | 'readBack' | 'acceptedAt' | 'endedAt' | 'tries' | 'triedAt'>
>;

/** Its value is being read back: on the wire a command of its own. */
const isReadBack = ({ action, step }: Pick<Command, 'action' | 'step'>): boolean =>
  action !== 'read' && action !== 'update' && step === 'read';
const READ_BACK = '.read';

export const wireId = ({ id, action, step }: Pick<Command, 'id' | 'action' | 'step'>): string =>
  isReadBack({ action, step }) ? `${id}${READ_BACK}` : id;

/** Undefined: not an id of this portal. */
export function commandOfWire(wireId: string): Pick<Result, 'id' | 'isReadBack'> | undefined {
  const isReadBack = wireId.endsWith(READ_BACK);
  const id = isReadBack ? wireId.slice(0, -READ_BACK.length) : wireId;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { id, isReadBack } : undefined;
}

/** It ends with the gateway's next announcement, without being read back: an update, and a restart of the gateway itself. */
export const awaitsAnnounce = ({ action, step, sn, gatewaySn }: Command): boolean =>
  step === 'read' && (action === 'update' || (action === 'restart' && sn === gatewaySn));

/** The message to the device; `base`: the portal's address. */
export function messageOf(command: Command, base: string, sn: string = command.sn): string {
  const { action, step, parameters, expiresAt, firmware } = command;
  if (action === 'update' && firmware) {
    const { bytes: size, sha256, signature, versionName: version } = firmware;
    const url = `${base}/${orderPath(command, firmware)}`;
    return JSON.stringify({
      v: 1,
      id: wireId(command),
      device: sn,
      do: 'update',
      parameters: { url, size, sha256, signature, version },
      expires: expiresAt.getTime(),
    });
  }
  const isRead = action === 'read' || step === 'read';
  // Parameters of other actions are for reading back only.
  const values = action === 'write' || action === 'limit' ? parameters : {};
  const named = isRead ? Object.fromEntries(Object.keys(parameters).map((name) => [name, null])) : values;
  return JSON.stringify({
    v: 1,
    id: wireId(command),
    device: sn,
    do: isRead ? 'read' : action,
    parameters: named,
    expires: expiresAt.getTime(),
  });
}

const HALTED: CommandEnding = 'controlOff';
/** An update that was sent before the owner switched control off and is not reported as installed. */
export const isHalted = ({ action, reason }: Pick<Command, 'action' | 'reason'>): boolean =>
  action === 'update' && reason === HALTED;

/** A reason that devices report (report.ts). */
const UNREACHABLE = 'notReachable' satisfies CommandRejection;

/** Undefined: nothing changes, as the result is a duplicate, late, or of another step. */
export function afterResult(command: Command, result: Result, at: Date): CommandUpdate | undefined {
  const { state, step, action } = command;
  if (state !== 'issued' && state !== 'accepted') return undefined;
  if (result.isReadBack !== isReadBack(command)) return undefined;
  if (result.state === 'accepted') return state === 'issued' ? { state: 'accepted', acceptedAt: at } : undefined;
  // Written, but unreachable now: reading back is repeated, and without an answer it is rolled back.
  if (result.isReadBack && result.state === 'refused' && result.reason === UNREACHABLE) return undefined;
  if (result.state === 'refused') return ended('failed', at, failureReason(command, result.reason));
  if (isHalted(command)) return { state: 'accepted', acceptedAt: command.acceptedAt ?? at, reason: '' };
  if (action === 'update' && step === 'read') return undefined;
  if (step === 'write')
    return { state: 'accepted', acceptedAt: command.acceptedAt ?? at, step: 'read', tries: 0, triedAt: null };
  const names = Object.keys(command.parameters);
  const reported = names.filter((name) => result.parameters[name] !== undefined);
  const readBack = Object.fromEntries(reported.map((name) => [name, result.parameters[name]!]));
  const acceptedAt = command.acceptedAt ?? at;
  if (reported.length < names.length) return { ...ended('failed', at, 'notReadBack'), acceptedAt, readBack };
  const isConfirmed = action === 'restart' ? hasRestarted(command, readBack, at) : holds(command, readBack);
  return { ...(isConfirmed ? ended('readBack', at) : ended('failed', at, 'differs')), acceptedAt, readBack };
}

/**
 * The reason to store. A halted update whose file is gone is no failure of the device. A device's reason that equals one of
 * the portal's own is stored in quotation marks.
 */
function failureReason(command: Command, reported: string): string {
  if (isHalted(command) && reported === ('downloadFailed' satisfies CommandRejection)) return HALTED;
  return (COMMAND_ENDINGS as readonly string[]).includes(reported) ? `“${reported}”` : reported || NO_REASON;
}
/** The device refused without a reason. */
const NO_REASON = 'refused';

const holds = ({ parameters }: Pick<Command, 'parameters'>, readBack: Record<string, number>): boolean =>
  Object.entries(parameters).every(([name, wanted]) => wanted === null || isSameValue(readBack[name]!, wanted));

/** Devices report uptime in whole seconds. */
const UPTIME_STEP_MS = 2_000;
const hasRestarted = ({ issuedAt }: Command, { uptimeS }: Record<string, number>, at: Date): boolean =>
  uptimeS !== undefined && at.getTime() - uptimeS * 1000 >= (issuedAt?.getTime() ?? 0) - UPTIME_STEP_MS;

/** Content of a gateway's announcement: its uptime, and the versions of itself and the devices attached to it. */
export interface Announcement {
  uptimeS: number | null;
  /** By serial number. */
  versions: ReadonlyMap<string, string>;
}

/** Undefined: nothing changes. */
export function afterAnnounce(
  command: Command,
  { uptimeS, versions }: Announcement,
  at: Date,
): CommandUpdate | undefined {
  if (command.state !== 'issued' && command.state !== 'accepted') return undefined;
  if (command.action === 'restart') return uptimeS === null ? undefined : afterStart(command, uptimeS, at);
  const reported = versions.get(command.sn);
  return command.firmware && reported !== undefined ? afterUpdate(command, command.firmware, reported, at) : undefined;
}

function afterStart(command: Command, uptimeS: number, at: Date): CommandUpdate | undefined {
  const readBack = { uptimeS };
  // Devices attached to a gateway are read back themselves.
  return command.sn === command.gatewaySn && hasRestarted(command, readBack, at)
    ? { ...ended('readBack', at), acceptedAt: command.acceptedAt ?? at, readBack }
    : undefined;
}

/** A gateway that restarts with its old version has given up the update; devices attached to it may still be starting. */
function afterUpdate(
  command: Command,
  { versionName }: Firmware,
  reported: string,
  at: Date,
): CommandUpdate | undefined {
  const { step, sn, gatewaySn, acceptedAt } = command;
  if (compareVersions(reported, versionName) === 0) return { ...ended('readBack', at), acceptedAt: acceptedAt ?? at };
  if (step !== 'read' || sn !== gatewaySn) return undefined;
  return ended('failed', at, isHalted(command) ? HALTED : 'differs');
}

/**
 * Values in telemetry that arrived after the command was sent, for gateways that answer no command. Values other than the
 * requested ones may be older: they are stored, and the command stays open.
 */
export function afterTelemetry(command: Command, values: Record<string, number>, at: Date): CommandUpdate | undefined {
  if (command.state !== 'issued' && command.state !== 'accepted') return undefined;
  const names = Object.keys(command.parameters);
  if (names.length === 0 || names.some((name) => values[name] === undefined)) return undefined;
  const readBack = Object.fromEntries(names.map((name) => [name, values[name]!]));
  if (holds(command, readBack)) return { ...ended('readBack', at), acceptedAt: command.acceptedAt ?? at, readBack };
  return names.every((name) => command.readBack?.[name] === readBack[name]) ? undefined : { readBack };
}

/** Ends an expired command. `isBusy`: its gateway is executing another command. */
export function afterExpiry(
  command: Pick<Command, 'state' | 'step' | 'action' | 'readBack' | 'reason'>,
  at: Date,
  isBusy = false,
): CommandUpdate {
  const { state, step, action, readBack } = command;
  if (isHalted(command)) return ended('expired', at, HALTED);
  if (readBack !== null) return ended('expired', at, 'differs');
  if (state === 'draft' && action === 'update') return ended('expired', at, 'ownerSilent');
  const unsent: CommandEnding = isBusy ? 'gatewayBusy' : 'gatewayAway';
  const why: Record<string, CommandEnding> = { draft: 'notApproved', approved: unsent, issued: 'noAnswer' };
  const reason = why[state] ?? (action !== 'read' && step === 'read' ? 'notReadBack' : 'noAnswer');
  return ended('expired', at, reason);
}

/** Whether the device may hold unconfirmed values. */
export const mayHaveWritten = ({ action, state }: Pick<Command, 'action' | 'state'>): boolean =>
  action !== 'read' && action !== 'restart' && (state === 'issued' || state === 'accepted');

/**
 * When to send a command again, epoch ms; `isBack`: its gateway has reconnected since, and may have lost it. A time further
 * ahead than any pause comes from a clock that was ahead, and counts as due.
 */
export function sendAgainMs(
  command: Pick<Command, 'action' | 'step' | 'tries' | 'triedAt'>,
  { isBack, nowMs }: { isBack: boolean; nowMs: number },
): number {
  const { triedAt, step, action } = command;
  if (triedAt === null) return 0;
  // A restarting device reconnects because of the command itself.
  const isSoon = isBack && (step === 'read' || (action !== 'restart' && action !== 'update'));
  const atMs = triedAt.getTime() + (isSoon ? BACK_PAUSE_MS : pauseMs(command));
  return atMs > nowMs + LONGEST_PAUSE_MS ? 0 : atMs;
}
/** Minimum after a reconnect. */
const BACK_PAUSE_MS = 1_000;

/** Pause before sending again, ms: short at first, as a message may have been lost; then longer, as a device may sleep. */
export const pauseMs = ({ action, tries }: Pick<Command, 'action' | 'tries'>): number =>
  // A device that forgets executed ids when it restarts would restart again.
  action === 'restart' ? LONGEST_PAUSE_MS : Math.min(3_000 * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS);
const LONGEST_PAUSE_MS = 60_000;

/**
 * The command that restores the values from before; undefined: there is nothing to restore, or the values are unknown.
 * Battery settings form a set: restoring only some of them would give a set that nobody has chosen.
 */
export function rollbackOf({
  action,
  parameters,
  before,
}: Command): Pick<Command, 'action' | 'parameters'> | undefined {
  const known = Object.fromEntries(
    Object.keys(parameters).flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]])),
  );
  if (action === 'read' || action === 'restart' || Object.keys(known).length === 0) return undefined;
  const names = Object.keys(parameters);
  if (names.some(isBatteryParameter) && names.some((name) => known[name] === undefined)) return undefined;
  if (action === 'on' || action === 'off') return { action: known.on === 1 ? 'on' : 'off', parameters: known };
  return { action, parameters: known };
}

const ended = (state: 'readBack' | 'failed' | 'expired', endedAt: Date, reason = ''): CommandUpdate => ({
  state,
  endedAt,
  reason,
});
