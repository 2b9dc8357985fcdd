// Approves, rejects or withdraws a command that has not been sent.
import type { Path } from '@heliograph/contract/calls.ts';
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { readQueuedAt, reportedParameters } from './commandRows.ts';
import { assertMayControl, assertSimulated, readControlSwitch } from './controlRights.ts';
import { assertStillFits, queueEnd } from './enqueueCommand.ts';
import { notifyQueue } from './notifyQueue.ts';
import { isSecondPerson } from './presentCommands.ts';

export type Answer = 'approve' | 'refuse' | 'withdraw';

/** Refuses when the session may not give this answer to any command. */
export function assertMayAnswer(session: Session, answer: Answer): void {
  if (!session.permissions.has(answer === 'withdraw' ? 'DeviceControl' : 'ControlApprove'))
    throw new ApiError('forbidden');
  assertMayControl(session);
  // An API token does not count as a second person.
  if (answer !== 'withdraw' && session.api !== null) throw new ApiError('needsSecondFactor');
}

/** Answers a locked command of a locked plant; returns the updated command. */
export async function answerCommand(
  sql: Transaction,
  session: Session,
  command: Command,
  answer: Answer,
  at: Date,
): Promise<Command> {
  const { sid, id } = command;
  const isWaiting = command.state === 'draft' || (answer === 'withdraw' && command.state === 'approved');
  const isExpired = answer === 'approve' && command.expiresAt <= at;
  if (!isWaiting || isExpired) throw new ApiError('commandEnded');
  // A firmware update is a draft only while it waits for the plant's owner.
  if (answer !== 'withdraw' && command.action === 'update') throw new ApiError('waitsForOwner');
  if (answer !== 'withdraw') {
    if (command.askedBy === session.userId) throw new ApiError('ownCommand');
    if (!isSecondPerson(session, command)) throw new ApiError('otherCompanysCommand');
  }
  const answered = { ...command, answeredBy: session.userId, answeredAt: at };
  let after: Command;
  if (answer === 'approve') {
    if ((await readControlSwitch(sql, sid)).offAt) throw new ApiError('controlIsOff');
    await assertSimulated(sql, session, command);
    await assertStillFits(sql, command);
    const startMs = Math.max(at.getTime(), command.startsAt?.getTime() ?? 0);
    const expiresAt = new Date(startMs + command.validS * 1000);
    const queuedAt = queueEnd(await readQueuedAt(sql, command), at);
    after = { ...answered, before: await knownBefore(sql, command), state: 'approved', queuedAt, expiresAt };
  } else {
    const reason: CommandEnding = answer === 'refuse' ? 'notWanted' : 'withdrawn';
    after = { ...answered, state: 'failed', reason, endedAt: at };
  }
  const { state, reason, before, answeredBy, answeredAt, queuedAt, endedAt, expiresAt } = after;
  await sql`
    update commands set before = ${JSON.stringify(before)}::text::jsonb, state = ${state}, reason = ${reason}, answered_by = ${answeredBy}, answered_at = ${answeredAt},
      queued_at = ${queuedAt}, ended_at = ${endedAt}, expires_at = ${expiresAt}
    where sid = ${sid} and id = ${id}`;
  await notifyQueue(sql, { sid, sn: command.gatewaySn });
  return after;
}

/** Writes one audit line for each of many commands answered together. */
export async function auditAnswers(
  { sql, session, at, address }: Pick<CallContext, 'sql' | 'session' | 'at' | 'address'>,
  answered: readonly { before: Command; after: Command }[],
): Promise<void> {
  const { userId, companyId } = session;
  const token = session.api ? `${session.id} ${session.api.name}` : null;
  const lines = answered.map(({ before, after }) => answerAuditLine(before, after));
  const column = (part: 'before' | 'after') => textArray(lines.map((line) => JSON.stringify(line[part])));
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by, api_token)
    select ${at}, ${userId}, ${address}, ${ANSWER_CALL}, g.sid, g.before::jsonb, g.after::jsonb, audit_seen_by(${userId}, ${companyId}), ${token}
    from (
      select unnest(${textArray(answered.map(({ after }) => after.sid))}::text::text[]) as sid,
        unnest(${column('before')}::text::text[]) as before, unnest(${column('after')}::text::text[]) as after
    ) g`;
}

const ANSWER_CALL = 'gateway/commands/answer' satisfies Path;

/** Before and after values of the audit line for an answer. */
export const answerAuditLine = (previous: Command, { id, sn, parameters, before, state, reason }: Command) => ({
  before: { command: id, state: previous.state, values: before },
  after: { command: id, sn, state, ...(reason === '' ? {} : { reason }), asked: parameters },
});

/** Returns the previous values, updated by what the device reported last, as a draft may have waited for days. */
async function knownBefore(sql: Transaction, { sid, sn, parameters, before }: Command): Promise<Command['before']> {
  const reported = await reportedParameters(sql, { sid, sn });
  const names = Object.keys(parameters).filter((name) => reported[name]);
  return { ...before, ...Object.fromEntries(names.map((name) => [name, reported[name]!.value])) };
}
