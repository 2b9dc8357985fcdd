// Serves the call table: the order of a request, from its session to the envelope around its response.
import { randomUUID } from 'node:crypto';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import {
  HEADERS,
  LANGUAGES,
  type LanguageCode,
  languageOfLan,
  NEW_TOKEN,
  REQUEST_ID,
} from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { FileAnswer } from '@heliograph/contract/files.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OpenSession, renewToken, type Sessions, tokenOf } from '../access/session.ts';
import { browserCookie } from '../accounts/openid/browserCookie.ts';
import { openSecurityLog, type Requester, type SecurityLog } from '../audit/securityLog.ts';
import type { AuditDetails, CallContext, Context } from '../context.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { enforceCallRate } from '../platform/limits/apiTokenLimits.ts';
import { messageText } from '../platform/texts/translate.ts';
import { checkAccess } from './callAccess.ts';
import { errorAnswer, resolveError } from './callErrors.ts';
import { compressed, isCompressed } from './compress.ts';
import { EncodedResponse } from './expensive/expensiveThread.ts';
import { runExpensive } from './expensive/runExpensive.ts';
import { clientOf, portalOf } from './headerTexts.ts';
import { type KeyedChange, keyOf } from './idempotency.ts';
import { takingFiles } from './multipart.ts';
import { checkSign, parseFields, readBody } from './parseRequest.ts';
import { type AnyHandler, runHandler } from './runHandler.ts';
import { sendFile } from './sendFile.ts';
import { fillUnknown, readsUnknown } from './unknownFigures.ts';
import { refuseWrongTokens } from './wrongTokens.ts';

/** What all calls of one server share. */
interface Server {
  context: Context;
  sessions: Sessions;
  security: SecurityLog;
}

/** One entry of the call table with its handler. */
interface Route {
  path: string;
  call: Call;
  handler: AnyHandler;
}

/** One request to a call. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  language: LanguageCode;
  /** For the security log; completed as the call learns who it is. */
  requester: Requester;
  requestId: string;
}

const SUCCESS = Object.fromEntries(LANGUAGES.map(({ code }) => [code, messageText(code, 'success')])) as Record<
  LanguageCode,
  string
>;

/** A call that anyone may make takes small bodies: the largest is a key of a passkey. */
export const PUBLIC_BODY_BYTES = 16 * 1024;

/** Registers a route for every call. `handlers`: by path; throws when one is missing. */
export function serveCalls(
  app: FastifyInstance,
  context: Context,
  sessions: Sessions,
  handlers: Record<string, unknown>,
): void {
  const server: Server = { context, sessions, security: openSecurityLog(context) };
  const refuseWrong = refuseWrongTokens(sessions);
  // Behind one cast: passing the union of all calls through this loop makes type-checking slow.
  for (const [path, call] of Object.entries(calls as Record<string, Call>)) {
    const handler = handlers[path] as AnyHandler | undefined;
    if (!handler) throw new Error(`no handler for ${path}`);
    const route: Route = { path, call, handler };
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerCall(server, route, request, reply);
    const options = {
      ...(isCompressed(call) && { onSend: compressed }),
      ...(call.access === 'public' ? { bodyLimit: PUBLIC_BODY_BYTES } : { onRequest: refuseWrong(answer) }),
    };
    for (const url of [`/v2/${path}`, call.formerUrl ?? []].flat()) {
      const register = (scope: FastifyInstance) => scope.post(url, options, answer);
      if (call.takes === 'json') register(app);
      else takingFiles(app, register);
    }
  }
}

/** Returns the envelope, or sends the file that the call answers. */
async function answerCall(
  server: Server,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { context, security } = server;
  const { path, call } = route;
  const language = languageOfLan(request.headers[HEADERS.lan]);
  const requester: Requester = { path, address: addressOf(request) };
  const requestId = randomUUID();
  request.log = context.log.child({ reqId: requestId });
  try {
    const data = await runCall(server, route, { request, reply, language, requester, requestId });
    if (call.opensSession) await security.signedIn(requester);
    if (call.renewsToken) await sendNewToken(server, request, reply);
    if (call.answers === 'file') return await sendFile(data as FileAnswer, request, reply);
    if (data instanceof EncodedResponse) return sendEncoded(data, language, reply);
    if (!readsUnknown(request)) fillUnknown(call.response, data);
    return { code: 200, msg: SUCCESS[language], data };
  } catch (thrown) {
    const error = resolveError(thrown, { path, call, request, isProduction: context.config.production });
    if (error instanceof ApiError) await security.refused(error.word, requester);
    else request.log.error({ err: error, path: request.routeOptions.url }, 'call failed');
    const { status, envelope, retryAfterS } = errorAnswer(error, language);
    reply.header(REQUEST_ID, requestId);
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
    reply.status(status);
    return envelope;
  }
}

/** Puts the envelope around a response that is JSON already. */
function sendEncoded({ bytes }: EncodedResponse, language: LanguageCode, reply: FastifyReply): Buffer {
  reply.type('application/json; charset=utf-8');
  return Buffer.concat([Buffer.from(`{"code":200,"msg":${JSON.stringify(SUCCESS[language])},"data":`), bytes, CLOSING]);
}

const CLOSING = Buffer.from('}');

/** Takes a request from its session to the response by the contract. */
async function runCall({ context, sessions }: Server, route: Route, exchange: Exchange): Promise<unknown> {
  const { path, call } = route;
  const { request, reply, requester } = exchange;
  if (context.config.maintenance && !call.duringMaintenance) throw new ApiError('maintenance');
  const token = tokenOf(request.headers.authorization);
  const recheckAccess = () => checkAccess(sessions, call, token, requester);
  const session = await recheckAccess();
  if (session) await enforceCallRate(context, session, { path, call, reply });
  const body = await readBody(request, call.takes);
  // Files take their time, in which the session may have ended.
  if (call.takes !== 'json') await recheckAccess();
  if (context.config.enforceSign) checkSign(request.headers[HEADERS.sign], body.signed);
  const fields = parseFields(call.request, body.fields);
  const note: AuditDetails = {};
  const caller = callerOf(context, call, exchange, token, note);
  const keyed = session ? keyedChange(request, route, session, body.keyed, caller.at) : undefined;
  const run = { ...route, context, fields, session, caller, note, keyed, recheckAccess };
  if (call.cost === 'cheap') return await runHandler(run);
  return await runExpensive({
    ...run,
    requestId: exchange.requestId,
    fillsUnknown: !readsUnknown(request),
    gone: whenGone(reply),
  });
}

/** Aborts when the client disconnects before it has received the answer. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Context of a handler in addition to its fields, its session and its database. */
function callerOf(
  context: Context,
  { opensSession }: Call,
  { request, reply, language, requester }: Exchange,
  token: string,
  note: AuditDetails,
): Omit<CallContext, 'sql' | 'session'> {
  return {
    context,
    language,
    token,
    at: context.clock.now(),
    address: requester.address,
    client: clientOf(request.headers),
    portal: portalOf(request),
    browser: browserCookie(request, reply, context.config),
    noteAudit: (noted) => {
      requester.userId ??= noted.userId;
      if (opensSession) requester.after = noted.after;
      Object.assign(note, noted);
    },
  };
}

/** Undefined for a call that changes nothing, and for a request without a key. */
function keyedChange(
  request: FastifyRequest,
  { path, call }: Route,
  session: OpenSession,
  body: unknown,
  at: Date,
): KeyedChange | undefined {
  const key = call.changes ? keyOf(request) : undefined;
  if (key === undefined) return undefined;
  const needed = typeof call.access === 'string' ? [] : call.access.anyOf;
  return { session, key, path, body, permissions: needed.filter((one) => session.permissions.has(one)), at };
}

async function sendNewToken(
  { context, sessions }: Server,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = tokenOf(request.headers.authorization);
  try {
    const session = await sessions.find(token);
    const next = session && (await renewToken(context.sql, session, token, context.clock.now()));
    if (next) reply.header(NEW_TOKEN, next);
  } catch (error) {
    // The change itself is done: it is answered as a success, and the session keeps its token.
    request.log.error({ err: error }, 'a session did not get another token');
  }
}
