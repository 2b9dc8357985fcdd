// Approves, refuses or withdraws a command that has not been sent.
import type { Path } from '@heliograph/contract/calls.ts';
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Caller, Session } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { queuedFor, reportedParameters } from './commandRows.ts';
import { controlSwitch, mustControl } from './controlRights.ts';
import { mustStillFit, queueEnd } from './enqueueCommand.ts';
import { notifyQueue } from './notifyQueue.ts';
import { isSecondPerson } from './presentCommands.ts';

export type Answer = 'approve' | 'refuse' | 'withdraw';

/** Whether the session answers so at all, whichever command it is. */
export function mayAnswer(session: Session, answer: Answer): void {
  if (!session.permissions.has(answer === 'withdraw' ? 'DeviceControl' : 'ControlApprove'))
    throw new Refusal('forbidden');
  mustControl(session);
  // A program is no second person.
  if (answer !== 'withdraw' && session.api !== null) throw new Refusal('needsSecondFactor');
}

/** Of a locked row of a locked plant; gives it as it is then. */
export async function answerCommand(
  sql: Transaction,
  session: Session,
  command: Command,
  answer: Answer,
  at: Date,
): Promise<Command> {
  const { sid, id } = command;
  const isWaiting = command.state === 'draft' || (answer === 'withdraw' && command.state === 'approved');
  const isOver = answer === 'approve' && command.expiresAt <= at;
  if (!isWaiting || isOver) throw new Refusal('commandEnded');
  // Of updates only those that ask the plant's owner are drafts.
  if (answer !== 'withdraw' && command.action === 'update') throw new Refusal('waitsForOwner');
  if (answer !== 'withdraw') {
    if (command.askedBy === session.userId) throw new Refusal('ownCommand');
    if (!isSecondPerson(session, command)) throw new Refusal('otherCompanysCommand');
  }
  const answered = { ...command, answeredBy: session.userId, answeredAt: at };
  let after: Command;
  if (answer === 'approve') {
    if ((await controlSwitch(sql, sid)).offAt) throw new Refusal('controlIsOff');
    await mustStillFit(sql, command);
    const expiresAt = new Date(at.getTime() + command.validS * 1000);
    const queuedAt = queueEnd(await queuedFor(sql, command), at);
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

/** Of many that were answered together the log has a line each, as of one that was answered alone. */
export async function writeAnswers(
  { sql, session, at, address }: Pick<Caller, 'sql' | 'session' | 'at' | 'address'>,
  answered: readonly { before: Command; after: Command }[],
): Promise<void> {
  const { userId, companyId } = session;
  const token = session.api ? `${session.id} ${session.api.name}` : null;
  const lines = answered.map(({ before, after }) => answerLine(before, after));
  const column = (part: 'before' | 'after') => textArray(lines.map((line) => JSON.stringify(line[part])));
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by, api_token)
    select ${at}, ${userId}, ${address}, ${ANSWERS}, g.sid, g.before::jsonb, g.after::jsonb, audit_seen_by(${userId}, ${companyId}), ${token}
    from (
      select unnest(${textArray(answered.map(({ after }) => after.sid))}::text::text[]) as sid,
        unnest(${column('before')}::text::text[]) as before, unnest(${column('after')}::text::text[]) as after
    ) g`;
}

const ANSWERS = 'gateway/commands/answer' satisfies Path;

/** What the log says of an answer. */
export const answerLine = (was: Command, { id, sn, parameters, before, state, reason }: Command) => ({
  before: { command: id, state: was.state, values: before },
  after: { command: id, sn, state, ...(reason === '' ? {} : { reason }), asked: parameters },
});

/** A draft waits for days: what its device said last may be another by now. */
async function knownBefore(sql: Transaction, { sid, sn, parameters, before }: Command): Promise<Command['before']> {
  const told = await reportedParameters(sql, { sid, sn });
  const names = Object.keys(parameters).filter((name) => told[name]);
  return { ...before, ...Object.fromEntries(names.map((name) => [name, told[name]!.value])) };
}
