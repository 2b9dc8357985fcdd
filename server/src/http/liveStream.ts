// The live stream: sends an open page a nudge when one of its sites or roll-outs has something new, or, without any, the version
// of its session's rights; ends with the right to know.
import { isStorable } from '@heliograph/contract/entities/parts.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { concernsUser, SESSIONS_CHANNEL, type Sessions, tokenOf } from '../access/session.ts';
import { openSecurityLog } from '../audit/securityLog.ts';
import type { Context, Session } from '../context.ts';
import { rolloutChannel, rolloutOf } from '../firmware/rollouts/accessibleRollouts.ts';
import { NOTIFY_CHANNEL } from '../ingest/notifySites.ts';
import { addressOf } from '../platform/clientAddress.ts';
import { SITE_CHANNEL } from '../platform/database/siteChannel.ts';
import { canFollowRollouts, canFollowSites, liveChecks, visibleSubjects } from './liveAccess.ts';
import { createSubscriptions, type Stream, type Subscriptions } from './liveSubscriptions.ts';

const HEARTBEAT_MS = 20_000;
const COMMENT = ':\n\n';
/** A browser that does not read so many bytes is disconnected. */
const MAX_UNREAD_BYTES = 64 * 1024;
const MAX_SUBJECTS = 50;
const MAX_STREAMS_PER_SESSION = 12;
const MAX_STREAMS = 20_000;

/** What a stream is opened for: `?sid=...&rollout=...&age=...`. */
interface LiveRequest {
  sids: string[];
  rollouts: string[];
  /** Sids, and roll-outs by `rolloutChannel`. */
  subjects: string[];
  /** For how long the page may have missed nudges, ms; NaN is none. */
  ageMs: number;
}

/** A stream that is not opened, with the word of the security log. */
interface LiveRefusal {
  status: 400 | 401 | 403 | 404 | 429;
  msg: string;
  word?: 'unauthorized' | 'forbidden' | 'siteNotFound' | 'rolloutNotFound';
}

export async function liveRoute(app: FastifyInstance, context: Context, sessions: Sessions): Promise<void> {
  const { sql } = context;
  const security = openSecurityLog(context);
  const subscriptions = createSubscriptions();
  const { streams } = subscriptions;
  const checks = liveChecks(context, sessions, subscriptions);
  const listeners = [
    await sql.listen(NOTIFY_CHANNEL, (subjects) => {
      for (const subject of subjects.split(',')) subscriptions.publish(subject);
    }),
    await sql.listen(SESSIONS_CHANNEL, (message) => {
      void checks.check([...streams].filter(({ session }) => concernsUser(message, session.userId)));
    }),
    await sql.listen(SITE_CHANNEL, (sid) => void checks.check(subscriptions.subscribersOf(sid))),
  ];
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(COMMENT);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const closing = new AbortController();
  const repeated = checks.repeat(closing.signal);

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    closing.abort();
    for (const stream of [...streams]) stream.end();
    await Promise.all([repeated, ...listeners.map((listener) => listener.unlisten())]).catch(() => {});
  });

  app.get('/live', async (request, reply) => {
    const session = await sessions.find(tokenOf(request.headers.authorization));
    const live = parseLiveRequest(request.query as LiveQuery);
    const refusal = session ? await refusalOf(context, subscriptions, session, live) : UNAUTHORIZED;
    if (!session || refusal) {
      const { status, msg, word } = refusal ?? UNAUTHORIZED;
      if (word) void security.refused(word, { path: 'live', address: addressOf(request), userId: session?.userId });
      if (status === 429) reply.header('retry-after', '30');
      return reply.status(status).send({ code: status, msg, data: {} });
    }
    const stream = openStream(reply, session, live.subjects, subscriptions);
    stream.write(COMMENT);
    // Nudges between the page's last response and now.
    subscriptions.replay(stream, live.ageMs);
    // Subscribed first, then read: a change in between is either read or published.
    if (live.subjects.length === 0) void checks.check([stream]);
  });
}

const UNAUTHORIZED: LiveRefusal = { status: 401, msg: 'unauthorized', word: 'unauthorized' };

interface LiveQuery {
  sid?: string | string[];
  rollout?: string | string[];
  age?: string | string[];
}

function parseLiveRequest({ sid = [], rollout = [], age = '0' }: LiveQuery): LiveRequest {
  const sids = [...new Set([sid].flat())];
  const rollouts = [...new Set([rollout].flat())];
  return { sids, rollouts, subjects: [...sids, ...rollouts.map(rolloutChannel)], ageMs: Number(age) };
}

const isRolloutId = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** Returns why a session may not open a stream; undefined when it may. */
async function refusalOf(
  { sql }: Pick<Context, 'sql'>,
  { streams }: Pick<Subscriptions, 'streams'>,
  session: Session,
  { sids, rollouts, subjects }: LiveRequest,
): Promise<LiveRefusal | undefined> {
  if ((sids.length > 0 && !canFollowSites(session)) || (rollouts.length > 0 && !canFollowRollouts(session)))
    return { status: 403, msg: 'forbidden', word: 'forbidden' };
  const isWellFormed =
    sids.every((sid) => isStorable(sid) && rolloutOf(sid) === undefined) && rollouts.every(isRolloutId);
  if (subjects.length > MAX_SUBJECTS || !isWellFormed)
    return { status: 400, msg: `sid, rollout: at most ${MAX_SUBJECTS}` };
  if (subjects.length > 0 && (await visibleSubjects(sql, session, subjects)).length < subjects.length) {
    const word = sids.length > 0 ? 'siteNotFound' : 'rolloutNotFound';
    return { status: 404, msg: word, word };
  }
  const own = [...streams].filter((stream) => stream.session.id === session.id);
  if (own.length >= MAX_STREAMS_PER_SESSION || streams.size >= MAX_STREAMS)
    return { status: 429, msg: 'too many streams' };
  return undefined;
}

/** Sends the headers of a stream and subscribes it until either side ends it. */
function openStream(
  reply: FastifyReply,
  session: Session,
  subjects: readonly string[],
  subscriptions: Subscriptions,
): Stream {
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
    subjects: new Set(subjects),
    rightsVersion: '',
    write: (text) => {
      if (raw.writableLength > MAX_UNREAD_BYTES) stream.end();
      else raw.write(text);
    },
    end: () => {
      if (subscriptions.remove(stream)) raw.end();
    },
  };
  subscriptions.add(stream);
  raw.on('close', stream.end);
  raw.on('error', stream.end);
  return stream;
}
