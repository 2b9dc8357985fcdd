// A command as the database keeps it, and what becomes of it when its device answers: pure.
import { type CommandEnding, type CommandStep, isSameValue } from '@heliograph/contract/commands.ts';
import { compareVersions } from '../rules/firmware.ts';
import { orderPath } from '../wire/fileTickets.ts';

export interface Command {
  sid: string;
  id: string;
  gatewaySn: string;
  sn: string;
  action: 'read' | 'write' | 'update';
  parameters: Record<string, number | null>;
  before: Record<string, number>;
  readBack: Record<string, number> | null;
  /** Of an update. */
  firmware: Firmware | null;
  state: CommandStep;
  /** Of an update: it is to be installed; it is, as the device says, and is to be reported. */
  step: 'write' | 'read';
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

/** A read after a write is a command of its own on the wire. */
const READ_BACK = '.read';

export const wireId = ({ id, action, step }: Pick<Command, 'id' | 'action' | 'step'>): string =>
  action === 'write' && step === 'read' ? `${id}${READ_BACK}` : id;

/** Undefined: it is no id of ours. */
export function commandOfWire(said: string): Pick<Result, 'id' | 'isReadBack'> | undefined {
  const isReadBack = said.endsWith(READ_BACK);
  const id = isReadBack ? said.slice(0, -READ_BACK.length) : said;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { id, isReadBack } : undefined;
}

/** It runs, as its device says, and nothing more is said to that: the next announce tells. */
export const waitsForAnnounce = ({ action, step }: Pick<Command, 'action' | 'step'>): boolean =>
  action === 'update' && step === 'read';

/** What goes to the device now; `base`: the portal's address. */
export function messageOf(command: Command, base: string): string {
  const { sn, action, step, parameters, expiresAt, firmware } = command;
  if (action === 'update' && firmware) {
    const { bytes: size, sha256, signature, versionName: version } = firmware;
    const url = `${base}/${orderPath(command, firmware)}`;
    return JSON.stringify({
      ...{ v: 1, id: wireId(command), device: sn, do: 'update' },
      ...{ parameters: { url, size, sha256, signature, version }, expires: expiresAt.getTime() },
    });
  }
  const isRead = action === 'read' || step === 'read';
  const named = isRead ? Object.fromEntries(Object.keys(parameters).map((name) => [name, null])) : parameters;
  return JSON.stringify({
    ...{ v: 1, id: wireId(command), device: sn, do: isRead ? 'read' : 'write' },
    ...{ parameters: named, expires: expiresAt.getTime() },
  });
}

/** Undefined: it changes nothing; it came twice, too late, or speaks of another step. */
export function afterResult(command: Command, result: Result, at: Date): Moved | undefined {
  const { state, step, action } = command;
  if (state !== 'issued' && state !== 'accepted') return undefined;
  if (result.isReadBack !== (action === 'write' && step === 'read')) return undefined;
  if (result.state === 'accepted') return state === 'issued' ? { state: 'accepted', acceptedAt: at } : undefined;
  if (result.state === 'refused') return ended('failed', at, result.reason);
  if (waitsForAnnounce(command)) return undefined;
  if (step === 'write')
    return { state: 'accepted', acceptedAt: command.acceptedAt ?? at, step: 'read', tries: 0, triedAt: null };
  const names = Object.keys(command.parameters);
  const told = names.filter((name) => result.parameters[name] !== undefined);
  const readBack = Object.fromEntries(told.map((name) => [name, result.parameters[name]!]));
  const acceptedAt = command.acceptedAt ?? at;
  if (told.length < names.length) return { ...ended('failed', at, 'notReadBack'), acceptedAt, readBack };
  const isAsWanted = names.every((name) => {
    const wanted = command.parameters[name]!;
    return action === 'read' || isSameValue(readBack[name]!, wanted);
  });
  return { ...(isAsWanted ? ended('readBack', at) : ended('failed', at, 'differs')), acceptedAt, readBack };
}

/**
 * What an announce makes of an update that is under way. A gateway that has started over with what it had before has given
 * it up; what hangs on it may still be starting.
 */
export function afterAnnounce(command: Command, reported: string, at: Date): Moved | undefined {
  const { state, sn, gatewaySn, firmware, acceptedAt } = command;
  if (!firmware || (state !== 'issued' && state !== 'accepted')) return undefined;
  if (compareVersions(reported, firmware.versionName) === 0)
    return { ...ended('readBack', at), acceptedAt: acceptedAt ?? at };
  return waitsForAnnounce(command) && sn === gatewaySn ? ended('failed', at, 'differs') : undefined;
}

/** What becomes of one whose time is over. */
export function afterTime({ state, step, action }: Pick<Command, 'state' | 'step' | 'action'>, at: Date): Moved {
  const why: Record<string, CommandEnding> = { draft: 'notApproved', approved: 'gatewayAway', issued: 'noAnswer' };
  const reason = why[state] ?? (action !== 'read' && step === 'read' ? 'notReadBack' : 'noAnswer');
  return ended('expired', at, reason);
}

/** Values that may stand in the device although nobody has confirmed them. */
export const mayHaveWritten = ({ action, state }: Pick<Command, 'action' | 'state'>): boolean =>
  action === 'write' && (state === 'issued' || state === 'accepted');

/** Until a command is sent once more, ms: soon at first, as a message may have been lost; then seldom, as a device may sleep. */
export const pauseMs = (tries: number): number => Math.min(3_000 * 2 ** Math.max(0, tries - 1), 60_000);

const ended = (state: 'readBack' | 'failed' | 'expired', endedAt: Date, reason = ''): Moved => ({
  state,
  endedAt,
  reason,
});
