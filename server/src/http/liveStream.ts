// The live stream: tells an open page which of its sites or roll-outs has something new, or, without any, which version of its session's
// rights holds, and nothing more; ends with the right to know.
import { setTimeout as pause } from 'node:timers/promises';
import { configurationOtaRolloutDetail } from '@heliograph/contract/calls/configuration/ota/rollout/detail.ts';
import { deviceStatisticsOverview } from '@heliograph/contract/calls/device/statistics/overview.ts';
import { siteOverview } from '@heliograph/contract/calls/site/overview.ts';
import { isStorable } from '@heliograph/contract/entities/parts.ts';
import type { FastifyInstance } from 'fastify';
import { visibleSites } from '../access/accessibleSites.ts';
import { type RoleShown, rightsVersions } from '../access/rightsVersion.ts';
import { SESSIONS_CHANNEL, type Sessions, speaksOf, tokenOf } from '../access/session.ts';
import { openSecurityLog } from '../audit/securityLog.ts';
import type { Context, Session } from '../context.ts';
import { accessibleRollouts, nudgeOf, rolloutOf } from '../firmware/rollouts/accessibleRollouts.ts';
import { NUDGE_CHANNEL } from '../ingest/notifySites.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { SITE_CHANNEL } from '../platform/database/siteChannel.ts';
import { liveStreams } from '../platform/metrics.ts';
import { isAllowed } from './callAccess.ts';

const HEARTBEAT_MS = 20_000;
/**
 * How often streams look whether they may still be open: what a call changes ends them at once, this is for what nobody
 * told of. Checks take at most a tenth of the time, however many streams there are.
 */
export const CHECK_MS = 1_000;
const CHECK_SHARE = 10;
/** Sessions that are read at once. */
const SESSIONS_A_CHECK = 500;
/** A site that changes all the time nudges once in this time. */
const QUIET_MS = 1_000;
/** What was told so long ago is remembered: who opens a stream says since when it may have missed something. */
const REMEMBERED_MS = 30_000;
const MOST_SIDS = 50;
const MOST_STREAMS_A_SESSION = 12;
const MOST_STREAMS = 20_000;

/** A nudge makes a page ask one of these again; who may ask none of them hears nothing. */
const NUDGED = [siteOverview, deviceStatisticsOverview];
const mayListen = (session: Session) => !session.owesSecondFactor && NUDGED.some((call) => isAllowed(call, session));
const mayFollow = (session: Session) => !session.owesSecondFactor && isAllowed(configurationOtaRolloutDetail, session);

const isId = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

interface Stream {
  session: Session;
  /** Ids of plants, and roll-outs by `nudgeOf`. */
  about: Set<string>;
  /** The version of its rights that it was told last; of streams about nothing else. */
  told: string;
  /** False when the browser no longer reads. */
  write(text: string): void;
  end(): void;
}

export async function liveRoute(app: FastifyInstance, context: Context, sessions: Sessions): Promise<void> {
  const { sql } = context;
  const security = openSecurityLog(context);
  const streams = new Set<Stream>();
  const byNudge = new Map<string, Set<Stream>>();
  const resting = new Map<string, { again: boolean }>();

  /** When it was told last, the oldest first. */
  const lately = new Map<string, number>();
  function remember(nudged: string): void {
    const nowMs = performance.now();
    lately.delete(nudged);
    lately.set(nudged, nowMs);
    for (const [one, atMs] of lately) {
      if (nowMs - atMs <= REMEMBERED_MS) return;
      lately.delete(one);
    }
  }
  const textOf = (nudged: string): string => {
    const rollout = rolloutOf(nudged);
    return `data: ${JSON.stringify(rollout === undefined ? { sid: nudged } : { rollout })}\n\n`;
  };

  function tell(nudged: string): void {
    if (!byNudge.has(nudged)) return;
    const rest = resting.get(nudged);
    if (rest) {
      rest.again = true;
      return;
    }
    for (const stream of byNudge.get(nudged)!) stream.write(textOf(nudged));
    const entry = { again: false };
    resting.set(nudged, entry);
    setTimeout(() => {
      resting.delete(nudged);
      if (entry.again) tell(nudged);
    }, QUIET_MS).unref();
  }

  /** Who lost the session, the permission or the plant hears no more; the page asks again and is told why. */
  async function check(checked: Iterable<Stream>): Promise<void> {
    const bySession = new Map<number, Stream[]>();
    for (const stream of checked) {
      const { id } = stream.session;
      bySession.set(id, [...(bySession.get(id) ?? []), stream]);
    }
    const ids = [...bySession.keys()];
    while (ids.length > 0) {
      const asked = ids.splice(0, SESSIONS_A_CHECK);
      const holding = await sessions.check(asked);
      for (const id of asked) await checkOne(holding.get(id), bySession.get(id)!);
      // So many pages at once ask for their menus, and the next ones after the next sessions are read.
      await tellRights(asked.flatMap((id) => bySession.get(id)!));
    }
  }

  /** Those without a plant that are still open, and speak of another version than holds. */
  async function tellRights(checked: readonly Stream[]): Promise<void> {
    const told = checked.filter((stream) => stream.about.size === 0 && streams.has(stream));
    if (told.length === 0) return;
    const versionOf = await rightsVersions(
      sql,
      told.map(({ session }): RoleShown => session),
    );
    for (const stream of told) {
      const version = versionOf(stream.session);
      if (stream.told === version) continue;
      stream.told = version;
      stream.write(`data: ${JSON.stringify({ rights: version })}\n\n`);
    }
  }

  async function checkOne(session: Session | undefined, mine: readonly Stream[]): Promise<void> {
    const asked = new Set(mine.flatMap(({ about }) => [...about]));
    const seen = new Set(session ? await visible(session, [...asked]) : []);
    for (const stream of mine) {
      if (session) stream.session = session;
      if (!session || ![...stream.about].every((one) => seen.has(one))) stream.end();
    }
  }

  /** Without its database the server knows nothing new, nor has it anything to tell. */
  function checkNow(checked: Iterable<Stream>): Promise<void> {
    return check(checked).catch((error: unknown) => context.log.warn({ err: error }, 'live streams were not checked'));
  }

  async function visible(session: Session, about: readonly string[]): Promise<string[]> {
    const sids = mayListen(session) ? about.filter((one) => rolloutOf(one) === undefined) : [];
    const ids = mayFollow(session) ? about.flatMap((one) => rolloutOf(one) ?? []) : [];
    const [sites, rollouts] = await Promise.all([
      sids.length === 0
        ? []
        : sql<{ sid: string }[]>`
            select s.sid from sites s where s.sid = any (${sids}) and ${visibleSites(sql, session)}`,
      ids.length === 0
        ? []
        : sql<{ id: string }[]>`
            select u.id from rollouts u where u.id = any (${ids}::text[]::uuid[]) and ${accessibleRollouts(sql, session)}`,
    ]);
    return [...sites.map(({ sid }) => sid), ...rollouts.map(({ id }) => nudgeOf(id))];
  }

  const nudges = await sql.listen(NUDGE_CHANNEL, (nudged) => {
    for (const one of nudged.split(',')) {
      remember(one);
      tell(one);
    }
  });
  const ends = await sql.listen(SESSIONS_CHANNEL, (message) => {
    void checkNow([...streams].filter(({ session }) => speaksOf(message, session.userId)));
  });
  const changes = await sql.listen(SITE_CHANNEL, (sid) => void checkNow(byNudge.get(sid) ?? []));
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(':\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const closing = new AbortController();
  const checks = keepChecking();

  async function keepChecking(): Promise<void> {
    for (let waitMs = CHECK_MS; ; ) {
      await pause(waitMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      const startedMs = performance.now();
      await checkNow(streams);
      waitMs = Math.max(CHECK_MS, (performance.now() - startedMs) * (CHECK_SHARE - 1));
    }
  }

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    closing.abort();
    for (const stream of [...streams]) stream.end();
    await Promise.all([checks, nudges.unlisten(), ends.unlisten(), changes.unlisten()]).catch(() => {});
  });

  app.get('/live', async (request, reply) => {
    const session = await sessions.find(tokenOf(request.headers.authorization));
    const asker = { path: 'live', address: addressOf(request), userId: session?.userId };
    if (!session) {
      security.refused('unauthorized', asker);
      return reply.status(401).send({ code: 401, msg: 'unauthorized', data: {} });
    }
    const query = request.query as { sid?: string | string[]; rollout?: string | string[]; age?: string | string[] };
    const sids = [...new Set([query.sid ?? []].flat())];
    const ids = [...new Set([query.rollout ?? []].flat())];
    const asked = [...sids, ...ids.map(nudgeOf)];
    if ((sids.length > 0 && !mayListen(session)) || (ids.length > 0 && !mayFollow(session))) {
      security.refused('forbidden', asker);
      return reply.status(403).send({ code: 403, msg: 'forbidden', data: {} });
    }
    const isWellFormed = sids.every((sid) => isStorable(sid) && rolloutOf(sid) === undefined) && ids.every(isId);
    if (asked.length > MOST_SIDS || !isWellFormed) {
      return reply.status(400).send({ code: 400, msg: `sid, rollout: at most ${MOST_SIDS}`, data: {} });
    }
    if (asked.length > 0 && (await visible(session, asked)).length < asked.length) {
      const word = sids.length > 0 ? 'noSuchSite' : 'noSuchRollout';
      security.refused(word, asker);
      return reply.status(404).send({ code: 404, msg: word, data: {} });
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
      about: new Set(asked),
      told: '',
      write: (text) => {
        // Who does not read is not written to for ever.
        if (raw.writableLength > 64 * 1024) stream.end();
        else raw.write(text);
      },
      end: () => {
        if (!streams.delete(stream)) return;
        for (const one of stream.about) {
          byNudge.get(one)?.delete(stream);
          if (byNudge.get(one)?.size === 0) byNudge.delete(one);
        }
        liveStreams.set(streams.size);
        raw.end();
      },
    };
    streams.add(stream);
    for (const one of asked) {
      let listeners = byNudge.get(one);
      if (!listeners) {
        listeners = new Set();
        byNudge.set(one, listeners);
      }
      listeners.add(stream);
    }
    liveStreams.set(streams.size);
    raw.on('close', stream.end);
    raw.on('error', stream.end);
    stream.write(':\n\n');
    // What was told between the answers of the page and now; anything else but a number is none.
    const sinceMs = performance.now() - Math.min(Number(query.age ?? 0), REMEMBERED_MS);
    for (const one of asked) if ((lately.get(one) ?? 0) > sinceMs) stream.write(textOf(one));
    // What changes from here on is heard, and what changed before is in what is read now.
    if (asked.length === 0) void checkNow([stream]);
  });
}
