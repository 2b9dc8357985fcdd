// The live stream: tells an open page which of its sites has something new, and nothing more.
import { isStorable } from '@heliograph/contract/entities/parts.ts';
import type { FastifyInstance } from 'fastify';
import type { Context, Session } from '../context.ts';
import { liveStreams } from '../metrics.ts';
import { visibleSites } from '../sql/visibleSites.ts';
import { NUDGE_CHANNEL } from '../telemetry/nudges.ts';
import { type Sessions, tokenOf } from './session.ts';

const HEARTBEAT_MS = 20_000;
/** A site that changes all the time nudges once in this time. */
const QUIET_MS = 1_000;
const MOST_SIDS = 50;
const MOST_STREAMS_A_SESSION = 12;
const MOST_STREAMS = 20_000;

interface Stream {
  session: Session;
  token: string;
  sids: Set<string>;
  /** False when the browser no longer reads. */
  write(text: string): void;
  end(): void;
}

export async function liveRoute(app: FastifyInstance, context: Context, sessions: Sessions): Promise<void> {
  const { sql } = context;
  const streams = new Set<Stream>();
  const bySid = new Map<string, Set<Stream>>();
  const resting = new Map<string, { again: boolean }>();

  function tell(sid: string): void {
    if (!bySid.has(sid)) return;
    const rest = resting.get(sid);
    if (rest) {
      rest.again = true;
      return;
    }
    for (const stream of bySid.get(sid)!) stream.write(`data: ${JSON.stringify({ sid })}\n\n`);
    const entry = { again: false };
    resting.set(sid, entry);
    setTimeout(() => {
      resting.delete(sid);
      if (entry.again) tell(sid);
    }, QUIET_MS).unref();
  }

  /** A session that ended or lost its rights ends its streams; the page asks again and is told why. */
  async function recheck(some: Iterable<Stream>): Promise<void> {
    for (const stream of some) {
      const session = await sessions.find(stream.token).catch(() => stream.session);
      const sids = session ? await visible(session, [...stream.sids]).catch(() => [...stream.sids]) : [];
      if (sids.length < stream.sids.size) stream.end();
    }
  }

  async function visible(session: Session, sids: readonly string[]): Promise<string[]> {
    const rows = await sql<{ sid: string }[]>`
      select s.sid from sites s where s.sid = any (${sids as string[]}) and ${visibleSites(sql, session)}`;
    return rows.map(({ sid }) => sid);
  }

  const nudges = await sql.listen(NUDGE_CHANNEL, (sids) => {
    for (const sid of sids.split(',')) tell(sid);
  });
  const ends = await sql.listen('heliograph_sessions', (userId) => {
    void recheck([...streams].filter(({ session }) => session.userId === Number(userId)));
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(':\n\n');
    void recheck([...streams]);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const stream of [...streams]) stream.end();
    await Promise.all([nudges.unlisten(), ends.unlisten()]).catch(() => {});
  });

  app.get('/live', async (request, reply) => {
    const token = tokenOf(request.headers.authorization);
    const session = await sessions.find(token);
    if (!session) return reply.status(401).send({ code: 401, msg: 'unauthorized', data: {} });
    const { sid } = request.query as { sid?: string | string[] };
    const asked = [...new Set([sid ?? []].flat())];
    if (asked.length === 0 || asked.length > MOST_SIDS || !asked.every(isStorable)) {
      return reply.status(400).send({ code: 400, msg: `sid: 1 to ${MOST_SIDS}`, data: {} });
    }
    if ((await visible(session, asked)).length < asked.length) {
      return reply.status(404).send({ code: 404, msg: 'noSuchSite', data: {} });
    }
    const mine = [...streams].filter((stream) => stream.session.id === session.id).length;
    if (mine >= MOST_STREAMS_A_SESSION || streams.size >= MOST_STREAMS) {
      return reply.status(429).header('retry-after', '30').send({ code: 429, msg: 'too many streams', data: {} });
    }
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const stream: Stream = {
      session,
      token,
      sids: new Set(asked),
      write: (text) => {
        // Who does not read is not written to for ever.
        if (raw.writableLength > 64 * 1024) stream.end();
        else raw.write(text);
      },
      end: () => {
        if (!streams.delete(stream)) return;
        for (const one of stream.sids) {
          bySid.get(one)?.delete(stream);
          if (bySid.get(one)?.size === 0) bySid.delete(one);
        }
        liveStreams.set(streams.size);
        raw.end();
      },
    };
    streams.add(stream);
    for (const one of asked) {
      let listeners = bySid.get(one);
      if (!listeners) {
        listeners = new Set();
        bySid.set(one, listeners);
      }
      listeners.add(stream);
    }
    liveStreams.set(streams.size);
    raw.on('close', stream.end);
    raw.on('error', stream.end);
    stream.write(':\n\n');
  });
}
