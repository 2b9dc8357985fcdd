// A command as the database keeps it, and what becomes of it when its device answers: pure.
import { isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import {
  COMMAND_ENDINGS,
  type CommandAction,
  type CommandEnding,
  type CommandStep,
  isSameValue,
} from '@heliograph/contract/commands.ts';
import type { StandsFor } from '@heliograph/contract/limitRules.ts';
import type { CommandRefusal } from '@heliograph/contract/report.ts';
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
  /** Of an update. */
  firmware: Firmware | null;
  state: CommandStep;
  /** Of an update: it is to be installed; it is, as the device says, and is to be reported, unless `isHalted`. */
  step: 'write' | 'read';
  /** Of one that has not ended: '', or `isHalted`. */
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
  /** Of a limit that the plant's rule sent; null: somebody asked for it. */
  byRule: 'change' | 'renewal' | null;
  /** All that the rule told the device on its day, of which it was the last; null: it is one command. */
  standsFor: StandsFor | null;
}

/** What an update installs, as it was when it was asked for. */
export interface Firmware {
  id: number;
  versionName: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Base64. */
  signature: string;
  /** A part of the address of its file, which is good as long as the command is under way. */
  secret: string;
  /** What the device had reported before. */
  before: string;
}

/** What a device says on its topic of results, checked. */
export interface Result {
  id: string;
  isReadBack: boolean;
  state: 'accepted' | 'done' | 'refused';
  reason: string;
  parameters: Record<string, number>;
}

export type Moved = Partial<
  Pick<Command, 'state' | 'step' | 'reason' | 'readBack' | 'acceptedAt' | 'endedAt' | 'tries' | 'triedAt'>
>;

/** What was told has been done, and is read now: that read is a command of its own on the wire. */
const isReadBack = ({ action, step }: Pick<Command, 'action' | 'step'>): boolean =>
  action !== 'read' && action !== 'update' && step === 'read';
const READ_BACK = '.read';

export const wireId = ({ id, action, step }: Pick<Command, 'id' | 'action' | 'step'>): string =>
  isReadBack({ action, step }) ? `${id}${READ_BACK}` : id;

/** Undefined: it is no id of ours. */
export function commandOfWire(said: string): Pick<Result, 'id' | 'isReadBack'> | undefined {
  const isReadBack = said.endsWith(READ_BACK);
  const id = isReadBack ? said.slice(0, -READ_BACK.length) : said;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { id, isReadBack } : undefined;
}

/** What is done ends with the next announce of its gateway, which is not asked for it: a start of its own, and an update. */
export const awaitsAnnounce = ({ action, step, sn, gatewaySn }: Command): boolean =>
  step === 'read' && (action === 'update' || (action === 'restart' && sn === gatewaySn));

/** What goes to the device now; `base`: the portal's address. */
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
  // What the others are read back as is no part of what is told.
  const told = action === 'write' || action === 'limit' ? parameters : {};
  const named = isRead ? Object.fromEntries(Object.keys(parameters).map((name) => [name, null])) : told;
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
/** An update that was sent before the owner switched control off, and of which the device has not said that it is done. */
export const isHalted = ({ action, reason }: Pick<Command, 'action' | 'reason'>): boolean =>
  action === 'update' && reason === HALTED;

/** A device's own word (report.ts). */
const UNREACHABLE = 'notReachable' satisfies CommandRefusal;

/** Undefined: it changes nothing; it came twice, too late, or speaks of another step. */
export function afterResult(command: Command, result: Result, at: Date): Moved | undefined {
  const { state, step, action } = command;
  if (state !== 'issued' && state !== 'accepted') return undefined;
  if (result.isReadBack !== isReadBack(command)) return undefined;
  if (result.state === 'accepted') return state === 'issued' ? { state: 'accepted', acceptedAt: at } : undefined;
  // It was written, and its gateway cannot reach it now: what it holds is asked for again, and without an answer it goes back.
  if (result.isReadBack && result.state === 'refused' && result.reason === UNREACHABLE) return undefined;
  if (result.state === 'refused') return ended('failed', at, whyNot(command, result.reason));
  if (isHalted(command)) return { state: 'accepted', acceptedAt: command.acceptedAt ?? at, reason: '' };
  if (action === 'update' && step === 'read') return undefined;
  if (step === 'write')
    return { state: 'accepted', acceptedAt: command.acceptedAt ?? at, step: 'read', tries: 0, triedAt: null };
  const names = Object.keys(command.parameters);
  const told = names.filter((name) => result.parameters[name] !== undefined);
  const readBack = Object.fromEntries(told.map((name) => [name, result.parameters[name]!]));
  const acceptedAt = command.acceptedAt ?? at;
  if (told.length < names.length) return { ...ended('failed', at, 'notReadBack'), acceptedAt, readBack };
  const isAsWanted = action === 'restart' ? hasRestarted(command, readBack, at) : holds(command, readBack);
  return { ...(isAsWanted ? ended('readBack', at) : ended('failed', at, 'differs')), acceptedAt, readBack };
}

/**
 * A file that is not there any more is not the device's failure. What the portal says of itself, as that somebody has withdrawn it,
 * no device says in its place: such a word is kept as a quotation.
 */
function whyNot(command: Command, said: string): string {
  if (isHalted(command) && said === ('downloadFailed' satisfies CommandRefusal)) return HALTED;
  return (COMMAND_ENDINGS as readonly string[]).includes(said) ? `“${said}”` : said || UNSAID;
}
/** It refuses without a reason. */
const UNSAID = 'refused';

const holds = ({ parameters }: Pick<Command, 'parameters'>, readBack: Record<string, number>): boolean =>
  Object.entries(parameters).every(([name, wanted]) => wanted === null || isSameValue(readBack[name]!, wanted));

/** Devices say whole seconds. */
const UPTIME_STEP_MS = 2_000;
const hasRestarted = ({ issuedAt }: Command, { uptimeS }: Record<string, number>, at: Date): boolean =>
  uptimeS !== undefined && at.getTime() - uptimeS * 1000 >= (issuedAt?.getTime() ?? 0) - UPTIME_STEP_MS;

/** What a gateway says of itself when it begins: for how long it has been running, and what it and the devices on it run. */
export interface Announced {
  uptimeS: number | null;
  /** Number -> version. */
  versions: ReadonlyMap<string, string>;
}

/** Undefined: that is no news of this command. */
export function afterAnnounce(command: Command, { uptimeS, versions }: Announced, at: Date): Moved | undefined {
  if (command.state !== 'issued' && command.state !== 'accepted') return undefined;
  if (command.action === 'restart') return uptimeS === null ? undefined : afterStart(command, uptimeS, at);
  const reported = versions.get(command.sn);
  return command.firmware && reported !== undefined ? afterUpdate(command, command.firmware, reported, at) : undefined;
}

function afterStart(command: Command, uptimeS: number, at: Date): Moved | undefined {
  const readBack = { uptimeS };
  // What hangs on it is asked itself.
  return command.sn === command.gatewaySn && hasRestarted(command, readBack, at)
    ? { ...ended('readBack', at), acceptedAt: command.acceptedAt ?? at, readBack }
    : undefined;
}

/** A gateway that has started over with what it had before has given it up; what hangs on it may still be starting. */
function afterUpdate(command: Command, { versionName }: Firmware, reported: string, at: Date): Moved | undefined {
  const { step, sn, gatewaySn, acceptedAt } = command;
  if (compareVersions(reported, versionName) === 0) return { ...ended('readBack', at), acceptedAt: acceptedAt ?? at };
  if (step !== 'read' || sn !== gatewaySn) return undefined;
  return ended('failed', at, isHalted(command) ? HALTED : 'differs');
}

/**
 * A gateway that answers no command tells what a device of it holds, as it was heard after the command was sent. Other values
 * than those wanted may be those from before: they are noted, and it goes on.
 */
export function afterHeard(command: Command, values: Record<string, number>, at: Date): Moved | undefined {
  if (command.state !== 'issued' && command.state !== 'accepted') return undefined;
  const names = Object.keys(command.parameters);
  if (names.length === 0 || names.some((name) => values[name] === undefined)) return undefined;
  const readBack = Object.fromEntries(names.map((name) => [name, values[name]!]));
  if (holds(command, readBack)) return { ...ended('readBack', at), acceptedAt: command.acceptedAt ?? at, readBack };
  return names.every((name) => command.readBack?.[name] === readBack[name]) ? undefined : { readBack };
}

/** What becomes of one whose time is over. `isBusy`: its gateway does something else by then. */
export function afterTime(
  command: Pick<Command, 'state' | 'step' | 'action' | 'readBack' | 'reason'>,
  at: Date,
  isBusy = false,
): Moved {
  const { state, step, action, readBack } = command;
  if (isHalted(command)) return ended('expired', at, HALTED);
  if (readBack !== null) return ended('expired', at, 'differs');
  if (state === 'draft' && action === 'update') return ended('expired', at, 'ownerSilent');
  const unsent: CommandEnding = isBusy ? 'gatewayBusy' : 'gatewayAway';
  const why: Record<string, CommandEnding> = { draft: 'notApproved', approved: unsent, issued: 'noAnswer' };
  const reason = why[state] ?? (action !== 'read' && step === 'read' ? 'notReadBack' : 'noAnswer');
  return ended('expired', at, reason);
}

/** Values that may stand in the device although nobody has confirmed them. */
export const mayHaveWritten = ({ action, state }: Pick<Command, 'action' | 'state'>): boolean =>
  action !== 'read' && action !== 'restart' && (state === 'issued' || state === 'accepted');

/**
 * When one that was sent is sent again, epoch ms; `isBack`: its gateway has come back since, and may have lost it. Times that are
 * to come further than any pause are of a clock that was ahead.
 */
export function sendAgainMs(
  command: Pick<Command, 'action' | 'step' | 'tries' | 'triedAt'>,
  { isBack, nowMs }: { isBack: boolean; nowMs: number },
): number {
  const { triedAt, step, action } = command;
  if (triedAt === null) return 0;
  // What makes a device start over comes back by itself.
  const isSoon = isBack && (step === 'read' || (action !== 'restart' && action !== 'update'));
  const atMs = triedAt.getTime() + (isSoon ? BACK_PAUSE_MS : pauseMs(command));
  return atMs > nowMs + LONGEST_PAUSE_MS ? 0 : atMs;
}
/** However often it comes back. */
const BACK_PAUSE_MS = 1_000;

/** Until a command is sent once more, ms: soon at first, as a message may have been lost; then seldom, as a device may sleep. */
export const pauseMs = ({ action, tries }: Pick<Command, 'action' | 'tries'>): number =>
  // A device that does not remember over its start which ids it obeyed would start over once more.
  action === 'restart' ? LONGEST_PAUSE_MS : Math.min(3_000 * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS);
const LONGEST_PAUSE_MS = 60_000;

/**
 * What takes a device back to what it had said before; undefined: nobody had asked it, or there is nothing to go back to. A
 * battery's settings hold together: some of them from before would be a set that nobody has chosen.
 */
export function returnOf({ action, parameters, before }: Command): Pick<Command, 'action' | 'parameters'> | undefined {
  const known = Object.fromEntries(
    Object.keys(parameters).flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]])),
  );
  if (action === 'read' || action === 'restart' || Object.keys(known).length === 0) return undefined;
  const names = Object.keys(parameters);
  if (names.some(isBatteryParameter) && names.some((name) => known[name] === undefined)) return undefined;
  if (action === 'on' || action === 'off') return { action: known.on === 1 ? 'on' : 'off', parameters: known };
  return { action, parameters: known };
}

const ended = (state: 'readBack' | 'failed' | 'expired', endedAt: Date, reason = ''): Moved => ({
  state,
  endedAt,
  reason,
});
