// Runs a call's handler in the transaction that its contract declares, parses what it returns, and writes the audit line of a change.
import type { Call } from '@heliograph/contract/call.ts';
import { type AnswerPart, responseModuleParts } from '@heliograph/contract/pageModules.ts';
import type { z } from 'zod';
import { emptyHiddenModules } from '../access/pageModules.ts';
import { assertSessionActive, type OpenSession } from '../access/session.ts';
import { sidOf, writeAudit } from '../audit/auditLine.ts';
import type { AuditDetails, CallContext, Context } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { retryConflicts } from '../platform/database/retryConflicts.ts';
import { notifySite } from '../platform/database/siteChannel.ts';
import { tokenLabel } from '../platform/limits/apiTokenLimits.ts';
import { acquireChangeSlot } from '../platform/limits/callLimits.ts';
import { type Answer, type KeyedChange, runOnce } from './idempotency.ts';
import { runManualChange } from './manualChange.ts';
import { inTransaction, manualReads } from './transactions.ts';

export type AnyHandler = (fields: unknown, caller: unknown) => Promise<unknown>;

/** A call under way: its session may make it and its fields are parsed. */
export interface CallRun {
  context: Context;
  path: string;
  call: Call;
  handler: AnyHandler;
  fields: unknown;
  /** Null for a public call. */
  session: OpenSession | null;
  caller: Omit<CallContext, 'sql' | 'session'>;
  /** Filled by the handler through `caller.noteAudit`. */
  note: AuditDetails;
  /** Undefined for a call without an idempotency key. */
  keyed: KeyedChange | undefined;
  /** Returns the session as it is now. Throws the refusal when it has ended or lost the call since. */
  recheckAccess(): Promise<OpenSession | null>;
}

/** Returns the response as it is sent. */
export async function runHandler(run: CallRun): Promise<unknown> {
  const { transaction, changes } = run.call;
  if (transaction === 'manual') return changes ? await runWithParts(run) : await runWithReads(run);
  return transaction === 'read' ? await runRead(run) : await retryConflicts(() => changeOnce(run));
}

async function runRead(run: CallRun): Promise<unknown> {
  const { context, session } = run;
  const handle = (sql: Sql | Transaction) => callHandler(run, { sql });
  return parseResponse(
    run,
    session ? await inTransaction(context, session, 'read only', handle) : await handle(context.sql),
  );
}

async function changeOnce(run: CallRun): Promise<unknown> {
  const { context, session, caller, keyed } = run;
  return await inTransaction(context, session, '', async (sql) => {
    if (session)
      await Promise.all([assertSessionActive(sql, session), acquireChangeSlot(sql, session.userId, caller.at)]);
    const change = async (): Promise<Answer> => {
      const answer = answerOf(run, await callHandler(run, { sql }));
      await writeAuditLine(run, sql, answer.response);
      return answer;
    };
    return keyed ? await runOnce(sql, keyed, change) : (await change()).response;
  });
}

/** A call that reads in transactions of its own. */
async function runWithReads(run: CallRun): Promise<unknown> {
  const { context, session } = run;
  return parseResponse(run, await callHandler(run, session ? manualReads(run) : { sql: context.sql }));
}

/** A call that changes in transactions of its own. */
async function runWithParts(run: CallRun): Promise<unknown> {
  const change = {
    context: run.context,
    keyed: run.keyed,
    timeoutMs: run.call.timeoutMs,
    recheckAccess: run.recheckAccess,
    writeAuditLine: (sql: Transaction, response: unknown) => writeAuditLine(run, sql, response),
    notifyViewers: (sql: Transaction) => notifySite(sql, sidOf(run.fields, undefined)),
    answerOf: (result: unknown) => answerOf(run, result),
  };
  return await runManualChange(change, (transactions) => callHandler(run, transactions));
}

function callHandler({ handler, fields, caller, session }: CallRun, database: object): Promise<unknown> {
  return handler(fields, { ...caller, session, ...database });
}

/** Strips fields that the contract does not name (a password hash, another user's e-mail), and empties those of page modules that the role lacks. */
export function parseResponse({ call, session }: Pick<CallRun, 'call' | 'session'>, result: unknown): unknown {
  const response = call.response.parse(result);
  return session ? emptyHiddenModules(response, modulePartsOf(call.response), session.permissions) : response;
}

const moduleParts = new WeakMap<z.ZodType, AnswerPart[]>();

/** Found once per process when a call is first answered: walking all schemas takes some 50 ms. */
function modulePartsOf(schema: z.ZodType): AnswerPart[] {
  const known = moduleParts.get(schema);
  if (known) return known;
  const parts = responseModuleParts(schema);
  moduleParts.set(schema, parts);
  return parts;
}

function answerOf(run: CallRun, result: unknown): Answer {
  return { response: parseResponse(run, result), sid: sidOf(run.fields, result) };
}

async function writeAuditLine(run: CallRun, sql: Transaction, response: unknown): Promise<void> {
  const { caller, session, path, fields, note } = run;
  await writeAudit(sql, {
    ...caller,
    userId: session?.userId,
    companyId: session?.companyId,
    apiToken: session && tokenLabel(session),
    path,
    sid: sidOf(fields, response),
    note,
  });
}
