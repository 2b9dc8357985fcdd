// The Home Assistant feed: a client that signs in as `homeassistant` with an API token receives its own plants by MQTT discovery and may publish nothing. Values come from v2 calls made as the token's user (docs/integrate/home-assistant.md).
import { LANGUAGES, type LanguageCode } from '@heliograph/contract/envelope.ts';
import { REFUSALS } from '@heliograph/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Ask, Asker } from '../../http/internalCalls.ts';
import { NUDGE_CHANNEL } from '../../ingest/notifySites.ts';
import { configsOf, stateOf, stateTopic } from '../../integrations/homeAssistant/discovery.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import { type Caller, type Link, type MqttDoor, REFUSED, type Refused } from './mqttHandler.ts';

/** One who hears of plants. */
export interface Reader {
  readonly isReader: true;
  readonly asker: Asker;
  readonly language: LanguageCode;
  readonly link: Link;
  /** What was told of each plant: its configurations by topic. */
  readonly told: Map<string, Map<string, string>>;
  /** Plants with something new; `all`: which plants there are is looked at, too. */
  readonly due: Set<string>;
  isBusy: boolean;
  gone: boolean;
}

/** `homeassistant`, or with a language: `homeassistant-de`. */
const READER = /^homeassistant(?:-([a-z]{2}))?$/;
const isReaderName = (userName: string | null): boolean => READER.test(userName ?? '');
/** Where Home Assistant says that it has come and gone. */
const STATUS = 'homeassistant/status';

export interface FeedLimits {
  /** How often a plant is told of at most, and how often all that is there is told again, so that nothing goes stale unsaid. */
  quietMs: number;
  againMs: number;
  /** Readers in all, and of one token. */
  readers: number;
  readersEach: number;
}
export const FEED_LIMITS: FeedLimits = { quietMs: 30_000, againMs: 300_000, readers: 500, readersEach: 4 };
/** So many may be told each time within what a token may ask (contract/src/tokenScopes.ts). Of more plants, the first by name of the list; of a plant of more devices, the plant alone and so many. */
const PLANTS = 30;
const DEVICES = 50;
/** Home Assistant listens to some sixty patterns before it knows of anything. */
const FILTERS = 500;
/** Readers that are told at once. */
const AT_ONCE = 2;
const EVERYTHING = '';

export interface Feed extends MqttDoor<Reader> {
  close(): Promise<void>;
}

export async function openFeed(
  { sql, log }: Pick<Context, 'sql' | 'log'>,
  ask: Ask,
  limits: FeedLimits = FEED_LIMITS,
): Promise<Feed> {
  const readers = new Set<Reader>();
  let telling = 0;

  const listening = await sql.listen(NUDGE_CHANNEL, (text) => {
    const sids = text.split(',');
    for (const { told, due } of readers) for (const sid of sids) if (told.has(sid)) due.add(sid);
  });
  const looking = setInterval(() => {
    for (const reader of readers) void next(reader);
  }, limits.quietMs).unref();
  const again = setInterval(() => {
    for (const { due } of readers) due.add(EVERYTHING);
  }, limits.againMs).unref();

  async function admit({ userName, password, will, address }: Caller, link: Link): Promise<Reader | Refused> {
    const code = READER.exec(userName ?? '')?.[1];
    const language = LANGUAGES.find((each) => each.code === code);
    const token = password?.toString('utf8') ?? '';
    const same = [...readers].filter(({ asker }) => asker.token === token).length;
    if (will && will.topic !== STATUS) return refuse('notAllowed');
    if (readers.size >= limits.readers || same >= limits.readersEach) return refuse('busy');
    const asker: Asker = {
      token,
      address,
      client: 'Home Assistant',
      ...(language ? { lan: String(language.lan) } : {}),
    };
    const answer = await ask(asker, 'site/listWithSN', { page: { size: 1, num: 0 } });
    if ('refusal' in answer) {
      const { status } = answer.refusal;
      return refuse(status === 401 ? 'credentials' : status === 403 ? 'notAllowed' : 'busy');
    }
    const reader: Reader = {
      isReader: true,
      asker,
      link,
      language: language?.code ?? 'en',
      told: new Map(),
      due: new Set([EVERYTHING]),
      isBusy: false,
      gone: false,
    };
    readers.add(reader);
    mqttMessages.inc({ what: 'connectReader' });
    return reader;
  }

  function refuse(why: keyof typeof REFUSED): Refused {
    mqttMessages.inc({ what: `refused reader ${why}` });
    return REFUSED[why];
  }

  /** Tells what is due, one reader after the other. */
  async function next(reader: Reader): Promise<void> {
    if (reader.isBusy || reader.gone || reader.due.size === 0 || telling >= AT_ONCE) return;
    const due = new Set(reader.due);
    reader.due.clear();
    reader.isBusy = true;
    telling++;
    try {
      const sids = due.has(EVERYTHING) ? await plantsOf(reader) : due;
      for (const sid of sids) if (!reader.gone) await tell(reader, sid);
    } catch (error) {
      log.error({ err: error }, 'a reader of plants could not be told');
    } finally {
      reader.isBusy = false;
      telling--;
    }
  }

  /** Those there are now; what is no longer there is taken away. */
  async function plantsOf(reader: Reader): Promise<readonly string[]> {
    const answer = await ask(reader.asker, 'site/listWithSN', {
      page: { size: PLANTS, num: 0 },
      sort: [{ field: 'siteName' }],
    });
    if ('refusal' in answer) {
      notNow(reader, answer.refusal.status);
      return [];
    }
    const sids = answer.data.list.map(({ sid }) => sid);
    for (const sid of reader.told.keys()) if (!sids.includes(sid)) takeAway(reader, sid);
    return sids;
  }

  async function tell(reader: Reader, sid: string): Promise<void> {
    const { asker, link, told, language } = reader;
    const plant = await ask(asker, 'site/overview', { sid });
    if ('refusal' in plant) {
      // Who lost the plant loses it there, too.
      if (plant.refusal.code === REFUSALS.noSuchSite) takeAway(reader, sid);
      else notNow(reader, plant.refusal.status);
      return;
    }
    const page = { size: DEVICES, num: 0 };
    const found = await ask(asker, 'device/list', { page, filters: { sid }, sort: [{ field: 'sn' }] });
    const devices = 'data' in found ? found.data.list : [];
    const configs = configsOf(plant.data, devices, language);
    const before = told.get(sid) ?? new Map<string, string>();
    for (const topic of before.keys()) if (!configs.has(topic)) link.send(topic, '', true);
    for (const [topic, text] of configs)
      if (before.get(topic) !== text && !link.send(topic, text, true)) configs.delete(topic);
    told.set(sid, configs);
    link.send(stateTopic(sid), stateOf(plant.data, devices), true);
  }

  function takeAway({ told, link }: Reader, sid: string): void {
    for (const topic of told.get(sid)?.keys() ?? []) link.send(topic, '', true);
    told.delete(sid);
  }

  /** Whoever lost the session or the right to it is let go; a busy server, and one that the token has asked too often, is asked again. */
  function notNow({ link, due }: Reader, status: number): void {
    if (status === 401 || status === 403) link.end('notAllowed');
    else due.add(EVERYTHING);
  }

  return {
    admit,
    async take(reader, { topic, payload }) {
      if (topic !== STATUS) return 'forbidden';
      // It has restarted and knows nothing.
      if (payload.toString() === 'online') {
        reader.told.clear();
        reader.due.add(EVERYTHING);
      }
      return 'taken';
    },
    /** It may listen to anything, as it does, and hears what is its own. */
    maySubscribe: (_reader, _filter, held) => held < FILTERS,
    subscribed(reader) {
      // Once to what there is, then to the states of it; each time what it has not heard yet.
      reader.due.add(EVERYTHING);
      setTimeout(() => void next(reader), 300).unref();
    },
    left(reader) {
      reader.gone = true;
      readers.delete(reader);
    },
    outlived() {},
    async close() {
      clearInterval(looking);
      clearInterval(again);
      await listening.unlisten();
    },
  };
}

/** One port for both: who signs in as a reader has the feed's door, everybody else the devices'. */
export function bothDoors<Guest extends object>(devices: MqttDoor<Guest>, feed: Feed): MqttDoor<Guest | Reader> {
  const isReader = (guest: Guest | Reader): guest is Reader => 'isReader' in guest;
  return {
    admit: (caller, link) => (isReaderName(caller.userName) ? feed.admit(caller, link) : devices.admit(caller, link)),
    take: (guest, message) => (isReader(guest) ? feed.take(guest, message) : devices.take(guest, message)),
    maySubscribe: (guest, filter, held) =>
      isReader(guest) ? feed.maySubscribe(guest, filter, held) : devices.maySubscribe(guest, filter, held),
    subscribed: (guest) => {
      if (isReader(guest)) feed.subscribed?.(guest);
      else devices.subscribed?.(guest);
    },
    left: (guest) => (isReader(guest) ? feed.left(guest) : devices.left(guest)),
    outlived: (guest) => (isReader(guest) ? feed.outlived(guest) : devices.outlived(guest)),
  };
}
