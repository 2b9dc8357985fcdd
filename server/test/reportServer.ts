// Frame endpoint for a test file: a fresh database, frames by injection, and access to stored rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeShortFrame, type ShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll } from 'vitest';
import { parseConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { parseRaw } from '../src/families/families.ts';
import type { Reading } from '../src/families/family.ts';
import type { UnclaimedCaps } from '../src/ingest/unclaimed/unclaimedLimits.ts';
import { connect, NO_LIMITS, type Sql } from '../src/platform/database/connect.ts';
import { createServices } from '../src/services.ts';
import { buildDeviceApp } from '../src/transports/frames/frameRoutes.ts';
import { freshDatabase } from './database.ts';

export interface ReportServer {
  app: FastifyInstance;
  context: Context;
  sql: Sql;
  /** Database URL for another process. */
  databaseUrl: string;
  clock: { now(): Date; set(at: string | number): void; forward(seconds: number): void };
  post(body: Uint8Array, path?: string, from?: string): Promise<{ status: number; body: string }>;
  /** Returns the context of another server process on the same database. */
  another(): Context;
}

export async function reportServer(caps?: UnclaimedCaps): Promise<ReportServer> {
  const database = await freshDatabase('seeded');
  const { sql } = database;
  let now = new Date('2026-06-15T10:00:00Z');
  const clock = {
    now: () => now,
    set: (at: string | number) => {
      now = new Date(at);
    },
    forward: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
  const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
  const context: Context = {
    sql,
    config,
    clock,
    log: pino({ level: process.env.TEST_LOG ?? 'fatal' }),
    ...createServices(sql),
  };
  const app = await buildDeviceApp(context, caps);
  const others: Sql[] = [];
  afterAll(async () => {
    await app.close();
    await Promise.all(others.map((other) => other.end({ timeout: 1 })));
    await database.drop();
  });
  return {
    app,
    context,
    sql,
    databaseUrl: database.url,
    clock,
    async post(body, path = '/i.php', from = '127.0.0.1') {
      const answer = await app.inject({ method: 'POST', url: path, payload: Buffer.from(body), remoteAddress: from });
      return { status: answer.statusCode, body: answer.body };
    },
    another() {
      const other = connect(database.url, { max: 4, limits: NO_LIMITS });
      others.push(other);
      return { ...context, sql: other, ...createServices(other) };
    },
  };
}

/** Encodes a frame of a BDM-400; a test states only what matters. */
export function bdm400(
  sn: string,
  given: { powerW?: number; counterWh?: number; status?: number; sync?: string } = {},
): Uint8Array {
  const frame: ShortFrame = {
    gateway: 'ffffffffffffffff',
    sync: given.sync ?? 'c3c3c3c3',
    sn,
    status: given.status ?? 0,
    powerCount: Math.round((given.powerW ?? 0) * 100),
    voltageCount: 6000,
    currentCounts: [0, 10],
    frequencyCount: 12800,
    temperatureCount: 3000,
    energyCount: Math.round((given.counterWh ?? 0) / 0.2),
    reference: 0x1000,
    mode: 6,
    firmware: 0x84,
    lastWord: 0,
  };
  return encodeShortFrame(frame);
}

/** Parses a frame as the endpoint does. */
export function readingOf(body: Uint8Array, at: number | string): Reading {
  const reading = parseRaw({ path: '/i.php', body, address: '192.0.2.1' }, new Date(at));
  if ('rejected' in reading) throw new Error(reading.rejected);
  return reading;
}

/** Two days of a device in Berlin, with an error bit for a while. */
export function twoDays(sn: string, seed = 0): Reading[] {
  return ['2026-06-13', '2026-06-14'].flatMap((day) => {
    const startMs = Date.parse(`${day}T08:00:00Z`);
    return Array.from({ length: 12 }, (_, n) =>
      readingOf(
        bdm400(sn, { powerW: 100 + n + seed, counterWh: 200 + n * 10, status: n > 3 && n < 7 ? 0x20 : 0 }),
        startMs + n * 300_000,
      ),
    );
  });
}

export interface CapturedFrame {
  /** Null: not in the capture. */
  receivedAt: string | null;
  model: string;
  path: string;
  body: Uint8Array;
  sn: string;
  powerW: number;
}

export function capturedFrames(): CapturedFrame[] {
  const lines = readFileSync(join(import.meta.dirname, 'data/bdm-frames.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [at, model, path, hex, sn, , power] = line.split(',') as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const receivedAt = at === '' ? null : `${at.replace(' ', 'T')}Z`;
    return { receivedAt, model, path, body: Buffer.from(hex, 'hex'), sn, powerW: Number(power) };
  });
}
