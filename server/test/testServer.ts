// The whole server for a test file: a fresh database, requests by injection, and calls made as a given user.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { type Envelope, HEADERS, NEW_TOKEN } from '@heliograph/contract/envelope.ts';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, onTestFinished } from 'vitest';
import { hashToken, newToken, SESSION_SECONDS } from '../src/access/session.ts';
import { buildApp } from '../src/app.ts';
import { parseConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { connect, type Sql } from '../src/platform/database/connect.ts';
import { seed } from '../src/seed/seed.ts';
import { createServices } from '../src/services.ts';
import { freshDatabase } from './database.ts';
import { payloadOf } from './multipart.ts';

export interface TestServer {
  app: FastifyInstance;
  context: Context;
  sql: Sql;
  /** Database URL for another process. */
  databaseUrl: string;
  /** Test time; it does not advance until it is set or moved. */
  clock: { now(): Date; set(iso: string): void; forward(seconds: number): void };
  /** Calls a path; without a token it is a call without a session. */
  call<P extends Path>(path: P, body?: Request<P>, options?: CallOptions): Promise<Answer<Response<P>>>;
  /** As `call`, and fails the test unless the code is 200. */
  ask<P extends Path>(path: P, body?: Request<P>, options?: CallOptions): Promise<Response<P>>;
  /** Creates a session and returns its token. */
  signedIn(userId: number): Promise<string>;
  /** Returns another server process on the same database: own connections and memory, the same clock. */
  beside(): Promise<Pick<TestServer, 'app' | 'call'>>;
}
export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Address of the client; by default 127.0.0.1. */
  address?: string;
  /** By default v2. */
  version?: string;
}
export type Answer<Data> = Envelope<Data> & { status: number };

/** Ends the server with the running test, in which `afterAll` has no effect, else with the file; a server holds a dozen connections. */
function atEnd(close: () => Promise<void>): void {
  try {
    onTestFinished(close);
  } catch {
    afterAll(close);
  }
}

export async function testServer(env: Record<string, string> = {}): Promise<TestServer> {
  // The template lacks rows that the seed derives from settings.
  const isSeeded = !('BRAND' in env) && !('ADMIN_EMAIL' in env);
  const database = await freshDatabase(isSeeded ? 'seeded' : 'migrated');
  const { sql } = database;
  let now = new Date('2026-06-15T10:00:00Z');
  const clock = {
    now: () => now,
    set: (iso: string) => {
      now = new Date(iso);
    },
    forward: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
  const counting = connect(database.url, { max: 2 });
  const context: Context = {
    sql,
    config: parseConfig({
      env: { DEMO: 'off', ALLOW_PRIVATE_TARGETS: '127.0.0.1', ...env },
      production: false,
      isRoot: false,
    }),
    clock,
    log: pino({ level: process.env.TEST_LOG ?? 'fatal' }),
    ...createServices(sql, undefined, counting),
  };
  if (!isSeeded) await seed(context);
  const app = await buildApp(context);
  const apps = [app];
  const pools = [counting];
  atEnd(async () => {
    for (const one of apps) await one.close();
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    await database.drop();
  });

  /** Uses a renewed token of a session from then on, as a client does. */
  const renewed = new Map<string, string>();
  const latest = (token: string): string => {
    const next = renewed.get(token);
    return next === undefined ? token : latest(next);
  };
  const callOn =
    (server: FastifyInstance): TestServer['call'] =>
    async (path, body, { token: given, headers = {}, address, version = 'v2' } = {}) => {
      const token = given && latest(given);
      const { payload, headers: kind } = payloadOf(body ?? {});
      const response = await server.inject({
        method: 'POST',
        url: `/${version}/${path}`,
        headers: { ...kind, [HEADERS.unknownAs]: 'null', ...(token ? { authorization: token } : {}), ...headers },
        payload,
        ...(address ? { remoteAddress: address } : {}),
      });
      const next = response.headers[NEW_TOKEN];
      if (token && typeof next === 'string' && next !== token) renewed.set(token, next);
      const type = String(response.headers['content-type'] ?? '');
      if (type.startsWith('application/json')) return { ...response.json(), status: response.statusCode };
      // A file: the fields in the contract, with its content as one text.
      const name = /filename="([^"]*)"/.exec(String(response.headers['content-disposition']))?.[1];
      const data: unknown = { name, type, content: response.body };
      return { status: response.statusCode, code: 200, msg: '', data: data as never };
    };
  const call = callOn(app);
  return {
    app,
    context,
    sql,
    databaseUrl: database.url,
    clock,
    call,
    async ask(path, body, options) {
      const answer = await call(path, body, options);
      if (answer.code !== 200) throw new Error(`${path}: ${answer.status} ${answer.code} ${answer.msg}`);
      return answer.data;
    },
    async signedIn(userId) {
      const token = newToken();
      await sql`
        insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at)
        select ${hashToken(token)}, user_id, company_id, role_id, ${now}, ${now}, ${new Date(now.getTime() + SESSION_SECONDS * 1000)}
        from memberships where user_id = ${userId} order by company_id limit 1`;
      return token;
    },
    async beside() {
      const own = connect(database.url, { max: 4 });
      const itsCounting = connect(database.url, { max: 2 });
      pools.push(own, itsCounting);
      const other = await buildApp({ ...context, sql: own, ...createServices(own, undefined, itsCounting) });
      apps.push(other);
      return { app: other, call: callOn(other) };
    },
  };
}
