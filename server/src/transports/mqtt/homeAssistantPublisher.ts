// Publishes the plants of one Home Assistant session: their discovery configurations and states, read by v2 calls as the token's user.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import type { InternalCall, Requester } from '../../http/internalCalls.ts';
import { configsOf, stateOf, stateTopic } from '../../integrations/homeAssistant/discovery.ts';
import type { Link } from './mqttHandler.ts';

/** Connection and published messages of a session. */
export interface FeedState {
  readonly requester: Requester;
  readonly language: LanguageCode;
  readonly link: Link;
  /** Published configurations, by plant and topic. */
  readonly published: Map<string, Map<string, string>>;
  /** Plants to publish; `ALL_PLANTS`: the list of plants is read again as well. */
  readonly due: Set<string>;
  isClosed: boolean;
}

export const ALL_PLANTS = '';

/**
 * Limits per round, within the call budget of a token (contract/src/tokenScopes.ts): the first plants by name, and the first
 * devices of a plant.
 */
const MAX_PLANTS = 30;
const MAX_DEVICES = 50;

/** Publishes what is due and clears it. */
export async function publishDue(call: InternalCall, feed: FeedState): Promise<void> {
  const due = new Set(feed.due);
  feed.due.clear();
  const sids = due.has(ALL_PLANTS) ? await listPlants(call, feed) : due;
  for (const sid of sids) if (!feed.isClosed) await publishPlant(call, feed, sid);
}

/** Lists the plants of the session and removes those that it no longer has. */
async function listPlants(call: InternalCall, feed: FeedState): Promise<readonly string[]> {
  const answer = await call(feed.requester, 'site/listWithSN', {
    page: { size: MAX_PLANTS, num: 0 },
    sort: [{ field: 'siteName' }],
  });
  if ('refusal' in answer) {
    endOrRetry(feed, answer.refusal.status);
    return [];
  }
  const sids = answer.data.list.map(({ sid }) => sid);
  for (const sid of feed.published.keys()) if (!sids.includes(sid)) removePlant(feed, sid);
  return sids;
}

async function publishPlant(call: InternalCall, feed: FeedState, sid: string): Promise<void> {
  const { requester, link, published, language } = feed;
  const plant = await call(requester, 'site/overview', { sid });
  if ('refusal' in plant) {
    // A plant that the user has lost is removed from Home Assistant.
    if (plant.refusal.code === ERROR_CODES.siteNotFound) removePlant(feed, sid);
    else endOrRetry(feed, plant.refusal.status);
    return;
  }
  const page = { size: MAX_DEVICES, num: 0 };
  const result = await call(requester, 'device/list', { page, filters: { sid }, sort: [{ field: 'sn' }] });
  const devices = 'data' in result ? result.data.list : [];
  const configs = configsOf(plant.data, devices, language);
  const before = published.get(sid) ?? new Map<string, string>();
  for (const topic of before.keys()) if (!configs.has(topic)) link.send(topic, '', true);
  for (const [topic, text] of configs)
    if (before.get(topic) !== text && !link.send(topic, text, true)) configs.delete(topic);
  published.set(sid, configs);
  link.send(stateTopic(sid), stateOf(plant.data, devices), true);
}

function removePlant({ published, link }: FeedState, sid: string): void {
  for (const topic of published.get(sid)?.keys() ?? []) link.send(topic, '', true);
  published.delete(sid);
}

/** Ends a session that has lost its access; a busy server or an exhausted token is tried again. */
function endOrRetry({ link, due }: FeedState, status: number): void {
  if (status === 401 || status === 403) link.end('notAllowed');
  else due.add(ALL_PLANTS);
}
