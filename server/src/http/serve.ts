// Serves the call table: session, access, parsed request, handler in a transaction, answer parsed by the contract, envelope.
import { createHash, createHmac } from 'node:crypto';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { HEADERS, type LanguageCode, languageOfLan, signedText } from '@heliograph/contract/envelope.ts';
import { REFUSALS, Refusal } from '@heliograph/contract/errors.ts';
import { answerParts } from '@heliograph/contract/pageModules.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { handlers } from '../calls/index.ts';
import type { Caller, Context, PublicCaller, Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { say } from '../messages/say.ts';
import { withoutModules } from '../rules/pageModules.ts';
import { clientOf, idempotencyKeyOf } from './headerTexts.ts';
import { type Sessions, tokenOf } from './session.ts';

type AnyHandler = (request: unknown, caller: unknown) => Promise<unknown>;

export function serveCalls(app: FastifyInstance, context: Context, sessions: Sessions): void {
  // Behind one cast: carrying the union of all calls through this loop makes type-checking slow.
  const table = calls as Record<string, Call>;
  const parts = new Map(Object.entries(table).map(([path, { response }]) => [path, answerParts(response)]));
  for (const [path, call] of Object.entries(table)) {
    const handler = (handlers as unknown as Record<string, AnyHandler>)[path];
    if (!handler) throw new Error(`no handler for ${path}`);
    app.post(`/v2/${path}`, async (request, reply) => {
      const language = languageOfLan(request.headers[HEADERS.lan]);
      try {
        const data = await answer(path, call, handler, request, language);
        return { code: 200, msg: say(language, 'success'), data };
      } catch (error) {
        return refuse(error, language, request, reply);
      }
    });
  }

  async function answer(
    path: string,
    call: Call,
    handler: AnyHandler,
    request: FastifyRequest,
    language: LanguageCode,
  ) {
    if (context.config.maintenance && path !== 'common/portal') throw new Refusal('maintenance');
    const token = tokenOf(request.headers.authorization);
    const session = call.access === 'public' ? null : await sessions.find(token);
    if (call.access !== 'public') {
      if (!session) throw new Refusal('unauthorized');
      if (!may(call, session)) throw new Refusal('forbidden');
    }
    if (context.config.enforceSign) checkSign(request);
    const parsed = call.request.safeParse(request.body ?? {});
    if (!parsed.success) throw badRequest(parsed.error);
    const caller: Omit<Caller, 'sql' | 'session'> = {
      context,
      language,
      token,
      at: context.clock.now(),
      address: request.ip,
      client: clientOf(request.headers),
    };
    const given = session
      ? await inTransaction(path, call, request, session, (sql) =>
          handler(parsed.data, { ...caller, session, sql } satisfies Caller),
        )
      : await handler(parsed.data, { ...caller, sql: context.sql } satisfies PublicCaller);
    // Always: a handler's extra fields (a password hash, another user's e-mail) end here.
    const told = call.response.parse(given);
    return session ? withoutModules(told, parts.get(path)!, session.permissions) : told;
  }

  /** Runs the handler as the role that row-level security watches; changes with a key are done once. */
  async function inTransaction(
    path: string,
    call: Call,
    request: FastifyRequest,
    session: Session,
    handle: (sql: Transaction) => Promise<unknown>,
  ): Promise<unknown> {
    return await context.sql.begin(call.changes ? '' : 'read only', async (sql) => {
      await sql`
        select set_config('role', 'heliograph_call', true), set_config('heliograph.scope', ${session.scope}, true),
          set_config('heliograph.user', ${String(session.userId)}, true),
          set_config('heliograph.companies', ${session.companyIds.join(',')}, true)`;
      const key = idempotencyKeyOf(request.headers);
      if (!call.changes || key === '') return await handle(sql);
      return await once(sql, session, key.slice(0, 100), path, request, () => handle(sql));
    });
  }

  async function once(
    sql: Transaction,
    session: Session,
    key: string,
    path: string,
    request: FastifyRequest,
    change: () => Promise<unknown>,
  ) {
    // Keyed by the token, which is stored nowhere: a body may hold a password, and a plain hash of it could be guessed.
    const bodyHash = createHmac('sha256', tokenOf(request.headers.authorization))
      .update(JSON.stringify(request.body ?? {}))
      .digest();
    // A second request with the key waits here for the first one's transaction to end.
    const [mine] = await sql`
      insert into idempotency_keys (user_id, key, path, body_hash, created_at)
      values (${session.userId}, ${key}, ${path}, ${bodyHash}, ${context.clock.now()})
      on conflict do nothing returning key`;
    if (!mine) {
      const [earlier] = await sql<{ path: string; bodyHash: Buffer; answer: string }[]>`
        select path, body_hash, answer::text as answer from idempotency_keys where user_id = ${session.userId} and key = ${key}`;
      if (!earlier || earlier.path !== path || !bodyHash.equals(earlier.bodyHash)) throw new Refusal('keyReused');
      return JSON.parse(earlier.answer);
    }
    const given = await change();
    await sql`
      update idempotency_keys set answer = ${JSON.stringify(given ?? null)}::text::jsonb
      where user_id = ${session.userId} and key = ${key}`;
    return given;
  }

  function refuse(error: unknown, language: LanguageCode, request: FastifyRequest, reply: FastifyReply) {
    if (error instanceof Refusal) {
      const code = REFUSALS[error.word];
      if (error.word === 'unauthorized') reply.status(401);
      if (error.word === 'forbidden') reply.status(403);
      if (error.word === 'maintenance') reply.status(503);
      return { code, msg: say(language, `refusals.${error.word}`, error.values), data: {} };
    }
    // A fault is a bug or an outage: logged whole, told without its words.
    request.log.error({ err: error, path: request.url }, 'call failed');
    reply.status(500);
    return { code: REFUSALS.fault, msg: say(language, 'refusals.fault'), data: {} };
  }
}

export function may(call: Pick<Call, 'access'>, session: Session): boolean {
  const { access } = call;
  return (
    typeof access === 'string' || access.anyOf.some((permission: Permission) => session.permissions.has(permission))
  );
}

function badRequest(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  return new Refusal('badRequest', { field: issue?.path.join('.') || 'body', reason: issue?.message ?? '' });
}

function checkSign(request: FastifyRequest): void {
  const sign = request.headers[HEADERS.sign];
  const raw = (request as FastifyRequest & { rawBody?: string }).rawBody ?? '';
  const digest = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();
  if (sign !== digest(raw) && sign !== digest(signedText(raw)))
    throw new Refusal('badRequest', { field: 'sign', reason: 'digest' });
}
