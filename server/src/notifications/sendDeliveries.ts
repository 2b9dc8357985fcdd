// Sends waiting messages to webhooks and browsers, a few of each channel at once, and retries with growing pauses and the same id until they are accepted.
import { CHANNEL_FAILS_DAYS } from '@heliograph/contract/limits.ts';
import type { Context } from '../context.ts';
import { plantUrl } from '../plants/mails/plantMails.ts';
import type { Sql } from '../platform/database/connect.ts';
import { reachOf } from '../platform/outbound/ssrfSafeFetch.ts';
import { messageText } from '../platform/texts/translate.ts';
import { type Delivery, type EventPayload, payloadOf } from './message.ts';
import { dropWaiting } from './outbox.ts';
import { type OutgoingRequest, type PostResult, sendMessage } from './postMessage.ts';
import { pushText } from './pushText.ts';
import { type Subscriber, subscribersOf } from './subscribers.ts';
import { sendWebhookDisabledMail } from './webhookDisabledMail.ts';
import { webhookRequest } from './webhookMessage.ts';
import { type Notice, pushRequest } from './webPush.ts';

/** A server that has not reported the outcome of a message for this long has died: the message is resent. */
const HOLD_S = 60;
/** Seconds until the next attempt, by the number of attempts; after the last one the message has failed. */
export const PAUSES_S: readonly number[] = [10, 60, 300, 1800, 7200, 28_800, 86_400];
/** Parallel requests, so that a slow receiver does not delay others. */
const CONCURRENCY = 16;
const MAX_PER_CHANNEL = 4;
const BATCH_SIZE = 64;
/** HTTP status of a receiver that no longer exists. */
const GONE = 410;
/** HTTP statuses of a push service for a browser that has ended its subscription. */
const NO_BROWSER: readonly number[] = [404, GONE];

interface HeldDelivery extends Delivery {
  channelId: string;
  tries: number;
  fence: number;
}
interface Target {
  kind: 'webhook' | 'push';
  name: string;
  url: string;
  secret: Buffer;
  publicKey: Buffer | null;
  failingSince: Date | null;
}

/** Sends due messages; returns the number of accepted ones. */
export async function sendDeliveries(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  let sent = 0;
  for (;;) {
    const now = clock.now();
    const due = await sql<{ id: string }[]>`
      select id from (
        select id, next_try_at, row_number() over (partition by channel_id order by next_try_at, id) as place from deliveries
        where state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until < now())
      ) d where place <= ${MAX_PER_CHANNEL} order by next_try_at, id limit ${BATCH_SIZE}`;
    if (due.length === 0) return sent;
    const next = due.values();
    const worker = async (): Promise<void> => {
      for (const { id } of next) {
        if (signal?.aborted) return;
        if (await deliver(context, id, now)) sent++;
      }
    };
    const done = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    if (signal?.aborted) return sent;
  }
}

async function deliver(context: Context, id: string, now: Date): Promise<boolean> {
  const { sql } = context;
  const held = await hold(sql, id, now);
  if (!held) return false;
  const [target] = await sql<Target[]>`
    select kind, name, url, secret, public_key, failing_since from channels where id = ${held.channelId} and off_at is null`;
  const subscriber = (await subscribersOf(sql, [held.userId])).get(held.userId);
  const payload = target && (await payloadOf(sql, held, subscriber));
  const request = payload && requestOf(context, target, held, payload, subscriber!, now);
  if (!request) {
    await sql`
      update deliveries set state = 'dropped', held_until = null, done_at = ${now} where id = ${id} and fence = ${held.fence}`;
    return false;
  }
  const posted = await sendMessage(request, reachOf(context.config));
  const isAccepted = posted.status !== null && posted.status >= 200 && posted.status < 300;
  const isStillHeld = await recordOutcome(context, held, posted, isAccepted);
  if (isStillHeld && !isAccepted) await recordFailure(context, held, target, posted, subscriber!);
  return isAccepted;
}

/** Claims a message for one of several servers, unless another has just tried it. */
async function hold(sql: Sql, id: string, now: Date): Promise<HeldDelivery | undefined> {
  const [held] = await sql<HeldDelivery[]>`
    update deliveries set tries = tries + 1, fence = fence + 1, held_until = now() + make_interval(secs => ${HOLD_S})
    where id = ${id} and state = 'waiting' and next_try_at <= ${now} and (held_until is null or held_until < now())
    returning id, channel_id, user_id, event, about_sid, fact, at, tries, fence`;
  return held;
}

/** Returns the request to the channel; undefined when the operator has removed the push key. */
function requestOf(
  { config }: Context,
  target: Target,
  held: HeldDelivery,
  payload: EventPayload,
  { language }: Subscriber,
  now: Date,
): OutgoingRequest | undefined {
  if (target.kind === 'webhook') return webhookRequest(target, held, payload, now);
  const { pushKey, publicUrl, mail } = config;
  if (!pushKey) return undefined;
  const isConsentRequest = held.event === 'update.asked';
  const notice: Notice = {
    title: payload.siteName ?? messageText(language, 'push.title'),
    body: pushText(held.event, payload, language),
    tag: held.id,
    url: payload.sid
      ? plantUrl(config, payload.sid, isConsentRequest ? 'overview' : 'alerts&state=all')
      : `${publicUrl}/`,
  };
  return pushRequest({ ...target, publicKey: target.publicKey! }, notice, {
    key: pushKey,
    now,
    contact: mail ? `mailto:${mail.from.address}` : publicUrl,
  });
}

/** Records the outcome; returns false when the hold had expired and another server has the message. */
async function recordOutcome(
  context: Context,
  held: HeldDelivery,
  posted: PostResult,
  isAccepted: boolean,
): Promise<boolean> {
  const { sql, clock } = context;
  const now = clock.now();
  const { id, channelId, fence, tries } = held;
  const { status, failure, answer, tookMs } = posted;
  const pauseS = isAccepted ? undefined : PAUSES_S[tries - 1];
  const nextTry = pauseS === undefined ? now : new Date(now.getTime() + pauseS * 1000);
  const state = isAccepted ? 'sent' : pauseS === undefined ? 'failed' : 'waiting';
  const { count } = await sql`
    update deliveries set state = ${state}, held_until = null, next_try_at = ${nextTry},
      done_at = ${state === 'waiting' ? null : now}, tried_at = ${now}, status = ${status}, failure = ${failure},
      answer = ${answer}, took_ms = ${tookMs}
    where id = ${id} and fence = ${fence} and state = 'waiting'`;
  if (count === 0) return false;
  if (isAccepted)
    await sql`update channels set failing_since = null where id = ${channelId} and failing_since is not null`;
  return true;
}

async function recordFailure(
  context: Context,
  { channelId, tries }: HeldDelivery,
  { kind, name, failingSince }: Target,
  { status }: PostResult,
  { email }: Subscriber,
): Promise<void> {
  const { sql, config, clock } = context;
  const now = clock.now();
  if (kind === 'push' && NO_BROWSER.includes(status ?? 0)) {
    await sql`delete from channels where id = ${channelId}`;
    return;
  }
  await sql`update channels set failing_since = ${now} where id = ${channelId} and failing_since is null`;
  const isGone = kind === 'webhook' && status === GONE;
  const failsForMs = now.getTime() - (failingSince ?? now).getTime();
  const isTooLong = tries > PAUSES_S.length && failsForMs >= CHANNEL_FAILS_DAYS * 86_400_000;
  if (!isGone && !isTooLong) return;
  if (kind === 'push') {
    await sql`delete from channels where id = ${channelId}`;
    return;
  }
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update channels set off_at = ${now}, off_why = ${isGone ? 'gone' : 'failures'} where id = ${channelId} and off_at is null`;
    if (count === 0) return;
    await dropWaiting(tx, channelId, now);
    await sendWebhookDisabledMail(tx, config, { email, name, isGone, at: now });
  });
}
