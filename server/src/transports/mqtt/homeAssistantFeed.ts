// The Home Assistant feed: a client that signs in as `homeassistant` with an API token receives its own plants by MQTT discovery and may publish nothing (docs/integrate/home-assistant.md).
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import type { Context } from '../../context.ts';
import type { InternalCall, Requester } from '../../http/internalCalls.ts';
import { NOTIFY_CHANNEL } from '../../ingest/notifySites.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import { ALL_PLANTS, type FeedState, publishDue } from './homeAssistantPublisher.ts';
import {
  CONNECT_REJECTIONS,
  type ConnectRejection,
  type ConnectRequest,
  type Link,
  type MqttHandler,
} from './mqttHandler.ts';

export interface FeedSession extends FeedState {
  readonly isFeed: true;
  isPublishing: boolean;
}

/** `homeassistant`, or with a language: `homeassistant-de`. */
const FEED_USER = /^homeassistant(?:-([a-z]{2}))?$/;
const isFeedUser = (userName: string | null): boolean => FEED_USER.test(userName ?? '');
/** Home Assistant publishes `online` and `offline` to this topic. */
const STATUS_TOPIC = 'homeassistant/status';
/** A bridge of Mosquitto publishes its own state there, also as its will; nobody needs it here. */
const BRIDGE_STATE = /^\$SYS\/broker\/connection\/[^/]+\/state$/;

export interface FeedLimits {
  /** Minimum interval between two messages of a plant, and interval after which everything is published again. */
  publishMs: number;
  refreshMs: number;
  /** Sessions in all, and of one token. */
  sessions: number;
  sessionsPerToken: number;
}
export const FEED_LIMITS: FeedLimits = { publishMs: 30_000, refreshMs: 300_000, sessions: 500, sessionsPerToken: 4 };
/** Home Assistant subscribes to some sixty filters before it discovers anything. */
const MAX_FILTERS = 500;
/** Sessions that publish at the same time. */
const CONCURRENCY = 2;
/** Home Assistant subscribes to configurations first and then to the states that they name. */
const SUBSCRIBE_GATHER_MS = 300;

export interface Feed extends MqttHandler<FeedSession> {
  close(): Promise<void>;
}

export async function openFeed(
  { sql, log }: Pick<Context, 'sql' | 'log'>,
  call: InternalCall,
  limits: FeedLimits = FEED_LIMITS,
): Promise<Feed> {
  const sessions = new Set<FeedSession>();
  let publishing = 0;

  async function publish(session: FeedSession): Promise<void> {
    if (session.isPublishing || session.isClosed || session.due.size === 0 || publishing >= CONCURRENCY) return;
    session.isPublishing = true;
    publishing++;
    try {
      await publishDue(call, session);
    } catch (error) {
      log.error({ err: error }, 'the Home Assistant feed could not be published');
    } finally {
      session.isPublishing = false;
      publishing--;
    }
  }

  const listening = await sql.listen(NOTIFY_CHANNEL, (text) => {
    const sids = text.split(',');
    for (const { published, due } of sessions) for (const sid of sids) if (published.has(sid)) due.add(sid);
  });
  const publishTimer = setInterval(() => {
    for (const session of sessions) void publish(session);
  }, limits.publishMs).unref();
  const refreshTimer = setInterval(() => {
    for (const { due } of sessions) due.add(ALL_PLANTS);
  }, limits.refreshMs).unref();

  return {
    async authenticate(request, link) {
      const session = await createFeedSession(request, link, { call, limits, sessions });
      if ('isFeed' in session) sessions.add(session);
      return session;
    },
    async onMessage(session, { topic, payload }) {
      if (BRIDGE_STATE.test(topic)) return 'ack';
      if (topic !== STATUS_TOPIC) return 'forbidden';
      // Home Assistant has restarted and lost its configurations.
      if (payload.toString() === 'online') {
        session.published.clear();
        session.due.add(ALL_PLANTS);
      }
      return 'ack';
    },
    /** Home Assistant subscribes to any topic; only the session's own plants are ever sent. */
    canSubscribe: (_session, _filter, count) => count < MAX_FILTERS,
    onSubscribed(session) {
      session.due.add(ALL_PLANTS);
      setTimeout(() => void publish(session), SUBSCRIBE_GATHER_MS).unref();
    },
    onDisconnect(session) {
      session.isClosed = true;
      sessions.delete(session);
    },
    onLiveTakeover() {},
    async close() {
      clearInterval(publishTimer);
      clearInterval(refreshTimer);
      await listening.unlisten();
    },
  };
}

interface SessionDependencies {
  call: InternalCall;
  limits: FeedLimits;
  sessions: ReadonlySet<FeedSession>;
}

/** Checks the token with a call of its user. */
async function createFeedSession(
  { userName, password, will, address }: ConnectRequest,
  link: Link,
  { call, limits, sessions }: SessionDependencies,
): Promise<FeedSession | ConnectRejection> {
  const code = FEED_USER.exec(userName ?? '')?.[1];
  const language = LANGUAGES.find((each) => each.code === code);
  const token = password?.toString('utf8') ?? '';
  const ofToken = [...sessions].filter(({ requester }) => requester.token === token).length;
  if (will && will.topic !== STATUS_TOPIC && !BRIDGE_STATE.test(will.topic)) return reject('notAllowed');
  if (sessions.size >= limits.sessions || ofToken >= limits.sessionsPerToken) return reject('busy');
  const requester: Requester = { token, address, client: 'Home Assistant' };
  if (language) requester.lan = String(language.lan);
  const answer = await call(requester, 'site/listWithSN', { page: { size: 1, num: 0 } });
  if ('refusal' in answer) {
    const { status } = answer.refusal;
    return reject(status === 401 ? 'credentials' : status === 403 ? 'notAllowed' : 'busy');
  }
  mqttMessages.inc({ what: 'connectReader' });
  return {
    isFeed: true,
    requester,
    link,
    language: language?.code ?? 'en',
    published: new Map(),
    due: new Set([ALL_PLANTS]),
    isPublishing: false,
    isClosed: false,
  };
}

function reject(reason: keyof typeof CONNECT_REJECTIONS): ConnectRejection {
  mqttMessages.inc({ what: `refused reader ${reason}` });
  return CONNECT_REJECTIONS[reason];
}

/** Serves both on one port: the user name decides which handler authenticates a client. */
export function combineHandlers<Session extends object>(
  devices: MqttHandler<Session>,
  feed: Feed,
): MqttHandler<Session | FeedSession> {
  const isFeed = (session: Session | FeedSession): session is FeedSession => 'isFeed' in session;
  return {
    authenticate: (request, link) =>
      isFeedUser(request.userName) ? feed.authenticate(request, link) : devices.authenticate(request, link),
    onMessage: (session, message) =>
      isFeed(session) ? feed.onMessage(session, message) : devices.onMessage(session, message),
    canSubscribe: (session, filter, count) =>
      isFeed(session) ? feed.canSubscribe(session, filter, count) : devices.canSubscribe(session, filter, count),
    onSubscribed: (session) => {
      if (isFeed(session)) feed.onSubscribed?.(session);
      else devices.onSubscribed?.(session);
    },
    onDisconnect: (session) => (isFeed(session) ? feed.onDisconnect(session) : devices.onDisconnect(session)),
    onLiveTakeover: (session) => (isFeed(session) ? feed.onLiveTakeover(session) : devices.onLiveTakeover(session)),
  };
}
