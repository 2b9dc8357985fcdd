// A stored command, and pure functions that derive its next state from each report of its device.
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
  /** Firmware of an update; null for other actions. */
  firmware: Firmware | null;
  state: CommandStep;
  /** For an update, 'write' until the device reports it installed, then 'read' until it announces the version, unless `isHalted`. */
  step: 'write' | 'read';
  /** '' while open, unless the command is halted (`isHalted`). */
  reason: string;
  isProtected: boolean;
  returns: string | null;
  askedBy: number | null;
  companyId: number | null;
  askedAt: Date;
  answeredBy: number | null;
  answeredAt: Date | null;
  queuedAt: Date | null;
  /** Not sent before; null: at once. */
  startsAt: Date | null;
  issuedAt: Date | null;
  acceptedAt: Date | null;
  endedAt: Date | null;
  validS: number;
  expiresAt: Date;
  tries: number;
  triedAt: Date | null;
  /** Why the plant's limit rule sent it; null when a user requested it. */
  byRule: 'change' | 'renewal' | null;
  /** Summary of all limits of its day, of which it was the last (compactHistory.ts); null for a single command. */
  standsFor: LimitRuleDay | null;
}

/** Firmware version that an update installs, as it was when requested. */
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
  /** Version that the device reported before the update. */
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

/** Whether the command is being read back, which on the wire is a command of its own. */
const isReadBack = ({ action, step }: Pick<Command, 'action' | 'step'>): boolean =>
  action !== 'read' && action !== 'update' && step === 'read';
const READ_BACK = '.read';

export const wireId = ({ id, action, step }: Pick<Command, 'id' | 'action' | 'step'>): string =>
  isReadBack({ action, step }) ? `${id}${READ_BACK}` : id;

/** Parses a command id from the wire; undefined when it is not an id of this portal. */
export function commandOfWire(wireId: string): Pick<Result, 'id' | 'isReadBack'> | undefined {
  const isReadBack = wireId.endsWith(READ_BACK);
  const id = isReadBack ? wireId.slice(0, -READ_BACK.length) : wireId;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { id, isReadBack } : undefined;
}

/** Whether the command ends with the gateway's next announcement, without a read-back: an update, or a restart of the gateway itself. */
export const awaitsAnnounce = ({ action, step, sn, gatewaySn }: Command): boolean =>
  step === 'read' && (action === 'update' || (action === 'restart' && sn === gatewaySn));

/** Returns the message to the device as JSON. `base`: the portal's address. */
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
  // Parameters of other actions are only read back.
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
/** Whether the command is an update that was sent before the owner switched control off and is not reported as installed. */
export const isHalted = ({ action, reason }: Pick<Command, 'action' | 'reason'>): boolean =>
  action === 'update' && reason === HALTED;

/** A reason that devices report (report.ts). */
const UNREACHABLE = 'notReachable' satisfies CommandRejection;

/** Returns the change after a result; undefined when the result is a duplicate, late, or of another step. */
export function afterResult(command: Command, result: Result, at: Date): CommandUpdate | undefined {
  const { state, step, action } = command;
  if (state !== 'issued' && state !== 'accepted') return undefined;
  if (result.isReadBack !== isReadBack(command)) return undefined;
  if (result.state === 'accepted') return state === 'issued' ? { state: 'accepted', acceptedAt: at } : undefined;
  // Written, but unreachable now: the read-back is repeated, and without an answer the write is rolled back.
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
 * Returns the reason to store. A halted update whose file is gone is not a failure of the device. A device's reason that equals one of
 * the portal's own is stored in quotation marks.
 */
function failureReason(command: Command, reported: string): string {
  if (isHalted(command) && reported === ('downloadFailed' satisfies CommandRejection)) return HALTED;
  return (COMMAND_ENDINGS as readonly string[]).includes(reported) ? `“${reported}”` : reported || NO_REASON;
}
/** Stored when the device refused without a reason. */
const NO_REASON = 'refused';

const holds = ({ parameters }: Pick<Command, 'parameters'>, readBack: Record<string, number>): boolean =>
  Object.entries(parameters).every(
    ([name, requested]) => requested === null || isSameValue(readBack[name]!, requested),
  );

/** Tolerance, as devices report uptime in whole seconds. */
const UPTIME_TOLERANCE_MS = 2_000;
const hasRestarted = ({ issuedAt }: Command, { uptimeS }: Record<string, number>, at: Date): boolean =>
  uptimeS !== undefined && at.getTime() - uptimeS * 1000 >= (issuedAt?.getTime() ?? 0) - UPTIME_TOLERANCE_MS;

/** Content of a gateway's announcement: its uptime, and the firmware versions of itself and the devices attached to it. */
export interface Announcement {
  uptimeS: number | null;
  /** When its connection began; behind an external broker, when it last said that it is online. */
  connectedAt: Date;
  /** Firmware versions by serial number. */
  versions: ReadonlyMap<string, string>;
}

/** Returns the change after an announcement; undefined when nothing changes. */
export function afterAnnounce(
  command: Command,
  { uptimeS, connectedAt, versions }: Announcement,
  at: Date,
): CommandUpdate | undefined {
  if (command.state !== 'issued' && command.state !== 'accepted') return undefined;
  if (command.action === 'restart') return afterStart(command, { uptimeS, connectedAt }, at);
  const reported = versions.get(command.sn);
  return command.firmware && reported !== undefined ? afterUpdate(command, command.firmware, reported, at) : undefined;
}

/** A gateway that reports no uptime has restarted when it announces itself on a new connection. */
function afterStart(
  command: Command,
  { uptimeS, connectedAt }: Omit<Announcement, 'versions'>,
  at: Date,
): CommandUpdate | undefined {
  const { sn, gatewaySn, issuedAt } = command;
  const isConfirmed =
    uptimeS === null ? issuedAt !== null && connectedAt > issuedAt : hasRestarted(command, { uptimeS }, at);
  // Devices attached to a gateway are read back themselves.
  if (sn !== gatewaySn || !isConfirmed) return undefined;
  const readBack = uptimeS === null ? null : { uptimeS };
  return { ...ended('readBack', at), acceptedAt: command.acceptedAt ?? at, readBack };
}

/** A gateway that restarts with its old version has abandoned the update; devices attached to it may still be starting. */
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
 * Returns the change after telemetry that arrived since the command was sent, for gateways that do not answer commands;
 * undefined when nothing changes. Values other than the requested ones may be older: they are stored, and the command
 * stays open.
 */
export function afterTelemetry(command: Command, values: Record<string, number>, at: Date): CommandUpdate | undefined {
  if (command.state !== 'issued' && command.state !== 'accepted') return undefined;
  const names = Object.keys(command.parameters);
  if (names.length === 0 || names.some((name) => values[name] === undefined)) return undefined;
  const readBack = Object.fromEntries(names.map((name) => [name, values[name]!]));
  if (holds(command, readBack)) return { ...ended('readBack', at), acceptedAt: command.acceptedAt ?? at, readBack };
  return names.every((name) => command.readBack?.[name] === readBack[name]) ? undefined : { readBack };
}

/** Ends an expired command. `isBusy`: its gateway was connected, but earlier commands were not finished. */
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
  const reasonByState: Record<string, CommandEnding> = { draft: 'notApproved', approved: unsent, issued: 'noAnswer' };
  const reason = reasonByState[state] ?? (action !== 'read' && step === 'read' ? 'notReadBack' : 'noAnswer');
  return ended('expired', at, reason);
}

/** Whether the device may hold unconfirmed values. */
export const mayHaveWritten = ({ action, state }: Pick<Command, 'action' | 'state'>): boolean =>
  action !== 'read' && action !== 'restart' && (state === 'issued' || state === 'accepted');

/**
 * Returns when to resend a command, epoch ms. `isBack`: its gateway has reconnected since, and may have lost it. A time
 * further ahead than the longest pause comes from a clock that was ahead, and counts as due.
 */
export function resendAtMs(
  command: Pick<Command, 'action' | 'step' | 'tries' | 'triedAt'>,
  { isBack, nowMs }: { isBack: boolean; nowMs: number },
): number {
  const { triedAt, step, action } = command;
  if (triedAt === null) return 0;
  // A restarting device reconnects because of the command itself.
  const isSoon = isBack && (step === 'read' || (action !== 'restart' && action !== 'update'));
  const atMs = triedAt.getTime() + (isSoon ? RECONNECT_PAUSE_MS : pauseMs(command));
  return atMs > nowMs + MAX_PAUSE_MS ? 0 : atMs;
}
/** Minimum pause after a reconnect. */
const RECONNECT_PAUSE_MS = 1_000;

/** Pause before resending, ms: short at first, as a message may have been lost; then longer, as a device may be asleep. */
export const pauseMs = ({ action, tries }: Pick<Command, 'action' | 'tries'>): number =>
  // A device that forgets executed ids when it restarts would restart a second time.
  action === 'restart' ? MAX_PAUSE_MS : Math.min(3_000 * 2 ** Math.max(0, tries - 1), MAX_PAUSE_MS);
const MAX_PAUSE_MS = 60_000;

/**
 * Returns the command that restores the previous values; undefined when there is nothing to restore or they are unknown.
 * Battery settings form a set: restoring only some of them would create a set that nobody chose.
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
