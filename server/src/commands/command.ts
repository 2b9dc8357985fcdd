// A command as the database keeps it, and what becomes of it when its device answers: pure.
import { type CommandEnding, type CommandStep, isSameValue } from '@heliograph/contract/commands.ts';

export interface Command {
  sid: string;
  id: string;
  gatewaySn: string;
  sn: string;
  action: 'read' | 'write';
  parameters: Record<string, number | null>;
  before: Record<string, number>;
  readBack: Record<string, number> | null;
  state: CommandStep;
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

/** What goes to the device now. */
export function messageOf(command: Command): string {
  const { sn, action, step, parameters, expiresAt } = command;
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

/** What becomes of one whose time is over. */
export function afterTime({ state, step, action }: Pick<Command, 'state' | 'step' | 'action'>, at: Date): Moved {
  const why: Record<string, CommandEnding> = { draft: 'notApproved', approved: 'gatewayAway', issued: 'noAnswer' };
  const reason = why[state] ?? (action === 'write' && step === 'read' ? 'notReadBack' : 'noAnswer');
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
