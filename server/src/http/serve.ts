// Serves the call table: session, access, parsed request, handler in a transaction, answer parsed by the contract, audit line, envelope.
import { createHash } from 'node:crypto';
import { type Call, refusalsOf } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import {
  HEADERS,
  LANGUAGES,
  type LanguageCode,
  languageOfLan,
  NEW_TOKEN,
  signedText,
} from '@heliograph/contract/envelope.ts';
import { REFUSALS, Refusal } from '@heliograph/contract/errors.ts';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import { answerParts } from '@heliograph/contract/pageModules.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { withoutModules } from '../access/pageModules.ts';
import { assertSessionActive, type OpenSession, renewToken, type Sessions, tokenOf } from '../access/session.ts';
import { browserMark } from '../accounts/openid/browserCookie.ts';
import { sidOf, writeAudit } from '../audit/auditLine.ts';
import { type Asker, openSecurityLog } from '../audit/securityLog.ts';
import type { AuditNote, Caller, Context, Session } from '../context.ts';
import { addressOf } from '../platform/clientAddress.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { notifySite } from '../platform/database/siteChannel.ts';
import { tokenText, useToken } from '../platform/limits/apiTokenLimits.ts';
import { isGoneMeanwhile, isOutOfTime, takeChange } from '../platform/limits/callLimits.ts';
import { messageText } from '../platform/texts/translate.ts';
import { compressed, isCompressed } from './compress.ts';
import { clientOf } from './headerTexts.ts';
import { type KeyedChange, keyOf, onceByKey } from './idempotency.ts';
import { readFiles, type Sent, takingFiles } from './multipart.ts';
import { sendFile } from './sendFile.ts';
import { changeByItself, inTransaction, ownReads } from './transactions.ts';

type AnyHandler = (request: unknown, caller: unknown) => Promise<unknown>;

interface Served {
  path: string;
  call: Call;
  handler: AnyHandler;
}

const SUCCESS = Object.fromEntries(LANGUAGES.map(({ code }) => [code, messageText(code, 'success')])) as Record<
  LanguageCode,
  string
>;

/** `handlers`: each call's, by its path. */
export function serveCalls(
  app: FastifyInstance,
  context: Context,
  sessions: Sessions,
  handlers: Record<string, unknown>,
): void {
  // Behind one cast: carrying the union of all calls through this loop makes type-checking slow.
  const table = calls as Record<string, Call>;
  const security = openSecurityLog(context);
  const parts = new Map(Object.entries(table).map(([path, { response }]) => [path, answerParts(response)]));
  for (const [path, call] of Object.entries(table)) {
    const handler = handlers[path] as AnyHandler | undefined;
    if (!handler) throw new Error(`no handler for ${path}`);
    const serve = (scope: FastifyInstance, url: string): void => {
      scope.post(url, isCompressed(call) ? { onSend: compressed } : {}, async (request, reply) => {
        const language = languageOfLan(request.headers[HEADERS.lan]);
        const asker: Asker = { path, address: addressOf(request) };
        try {
          const data = await answer({ path, call, handler }, request, reply, language, asker);
          if (call.opensSession) await security.signedIn(asker);
          if (call.renewsToken) await renew(request, reply);
          if (call.answers === 'file') return await sendFile(data as FileAnswer, request, reply);
          return { code: 200, msg: SUCCESS[language], data };
        } catch (error) {
          return await refuse(declared(error, path, call, request), language, request, reply, asker);
        }
      });
    };
    for (const url of [`/v2/${path}`, call.formerUrl ?? []].flat()) {
      if (call.takes === 'json') serve(app, url);
      else takingFiles(app, (scope) => serve(scope, url));
    }
  }

  async function answer(
    { path, call, handler }: Served,
    request: FastifyRequest,
    reply: FastifyReply,
    language: LanguageCode,
    asker: Asker,
  ) {
    if (context.config.maintenance && !call.duringMaintenance) throw new Refusal('maintenance');
    const token = tokenOf(request.headers.authorization);
    const session = call.access === 'public' ? null : await stillAllowed(call, token, asker);
    if (session) await useToken(context, session, { path, call, reply });
    const sent = call.takes === 'json' ? jsonOf(request) : await readFiles(request, call.takes);
    // Files take their time, in which the session may have ended.
    if (session && call.takes !== 'json') await stillAllowed(call, token, asker);
    if (context.config.enforceSign) checkSign(request, sent.signed);
    const parsed = call.request.safeParse(sent.body);
    if (!parsed.success) throw badRequest(parsed.error);
    const note: AuditNote = {};
    const caller: Omit<Caller, 'sql' | 'session'> = {
      context,
      language,
      token,
      at: context.clock.now(),
      address: asker.address,
      client: clientOf(request.headers),
      browser: browserMark(request, reply, context.config),
      noteAudit: (given) => {
        asker.userId ??= given.userId;
        if (call.opensSession) asker.after = given.after;
        Object.assign(note, given);
      },
    };
    // Always parsed: a handler's extra fields (a password hash, another user's e-mail) end here.
    const told = (given: unknown) => {
      const parsed = call.response.parse(given);
      return session ? withoutModules(parsed, parts.get(path)!, session.permissions) : parsed;
    };
    const answerOf = (given: unknown) => ({ given: told(given), sid: sidOf(parsed.data, given) });
    const writeLine = (sql: Transaction, given: unknown) =>
      writeAudit(sql, {
        ...caller,
        userId: session?.userId,
        companyId: session?.companyId,
        apiToken: session && tokenText(session),
        path,
        sid: sidOf(parsed.data, given),
        note,
      });
    const permissions =
      typeof call.access === 'string' ? [] : call.access.anyOf.filter((one) => session?.permissions.has(one));
    const key = session && call.changes ? keyOf(request) : undefined;
    const keyed: KeyedChange | undefined =
      session && key !== undefined ? { session, key, path, body: sent.keyed, permissions, at: caller.at } : undefined;

    if (call.transaction === 'own') {
      const own = { context, now: async () => session && (await stillAllowed(call, token, asker)) };
      if (!call.changes) {
        const sql = context.sql;
        return told(await handler(parsed.data, { ...caller, session, ...(session ? ownReads(own) : { sql }) }));
      }
      const tell = (sql: Transaction) => notifySite(sql, sidOf(parsed.data, undefined));
      return await changeByItself({ ...own, keyed, timeoutMs: call.timeoutMs, writeLine, tell, answerOf }, (its) =>
        handler(parsed.data, { ...caller, session, ...its }),
      );
    }
    if (call.transaction === 'read') {
      const handle = (sql: Sql | Transaction) => handler(parsed.data, { ...caller, session, sql });
      return told(session ? await inTransaction(context, session, 'read only', handle) : await handle(context.sql));
    }
    return await inTransaction(context, session, '', async (sql) => {
      if (session) await Promise.all([assertSessionActive(sql, session), takeChange(sql, session.userId, caller.at)]);
      const change = async () => {
        const answer = answerOf(await handler(parsed.data, { ...caller, session, sql }));
        await writeLine(sql, answer.given);
        return answer;
      };
      return keyed ? await onceByKey(sql, keyed, change) : (await change()).given;
    });
  }

  async function renew(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = tokenOf(request.headers.authorization);
    try {
      const session = await sessions.find(token);
      const next = session && (await renewToken(context.sql, session, token, context.clock.now()));
      if (next) reply.header(NEW_TOKEN, next);
    } catch (error) {
      // What was asked is done: it is answered so, and the session keeps its token.
      request.log.error({ err: error }, 'a session did not get another token');
    }
  }

  /** The session as it is now: it may have ended, or lost the call, while the call waited. */
  async function stillAllowed(call: Call, token: string, asker: Asker): Promise<OpenSession> {
    const session = await sessions.find(token);
    if (!session) throw new Refusal('unauthorized');
    asker.userId = session.userId;
    if (session.api) asker.apiToken = session.id;
    if (!isAllowed(call, session)) throw new Refusal('forbidden');
    if (session.owesSecondFactor && !call.beforeSecondFactor) throw new Refusal('secondFactorRequired');
    if (call.changes && session.viewing !== null && !call.whileViewingAs) throw new Refusal('viewingAs');
    return session;
  }

  /** Nothing of it was done. It is looked at all the same, as a call that never works would say so, too. */
  function changedMeanwhile(given: unknown, request: FastifyRequest): unknown {
    if (!isGoneMeanwhile(given)) return given;
    request.log.warn({ err: given, path: request.url }, 'deleted meanwhile');
    return new Refusal('changedMeanwhile');
  }

  /** A refusal that the contract does not declare is a fault of ours: it fails where we work, and is told where people do. */
  function declared(error: unknown, path: string, call: Call, request: FastifyRequest): unknown {
    if (!(error instanceof Refusal) || refusalsOf(call).has(error.word)) return error;
    const fault = new Error(`${path} refuses with ${error.word}, which its contract does not declare`);
    if (!context.config.production) return fault;
    request.log.error({ err: fault, path }, 'undeclared refusal');
    return error;
  }

  async function refuse(
    given: unknown,
    language: LanguageCode,
    request: FastifyRequest,
    reply: FastifyReply,
    asker: Asker,
  ) {
    const error = isOutOfTime(given) ? new Refusal('tookTooLong') : changedMeanwhile(given, request);
    if (error instanceof Refusal) {
      await security.refused(error.word, asker);
      const code = REFUSALS[error.word];
      if (error.word === 'unauthorized') reply.status(401);
      if (error.word === 'forbidden' || error.word === 'tokenMayNot') reply.status(403);
      if (error.word === 'tokenBudget' || error.word === 'sessionBudget') reply.status(429);
      if (error.word === 'maintenance') reply.status(503);
      return { code, msg: messageText(language, `refusals.${error.word}`, error.values), data: {} };
    }
    // A fault is a bug or an outage: logged whole, told without its words.
    request.log.error({ err: error, path: request.url }, 'call failed');
    reply.status(500);
    return { code: REFUSALS.fault, msg: messageText(language, 'refusals.fault'), data: {} };
  }
}

export function isAllowed(call: Pick<Call, 'access'>, session: Session): boolean {
  const { access } = call;
  return (
    typeof access === 'string' || access.anyOf.some((permission: Permission) => session.permissions.has(permission))
  );
}

function badRequest(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  return new Refusal('badRequest', { field: issue?.path.join('.') || 'body', reason: issue?.message ?? '' });
}

function jsonOf(request: FastifyRequest): Sent {
  return { body: request.body ?? {}, signed: request.rawBody ?? '', keyed: request.body };
}

/** What the header `sign` holds of a text. */
export const digest = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase();

function checkSign(request: FastifyRequest, raw: string): void {
  const sign = request.headers[HEADERS.sign];
  if (sign !== digest(raw) && sign !== digest(signedText(raw)))
    throw new Refusal('badRequest', { field: 'sign', reason: 'digest' });
}
