// Sends waiting messages to webhooks and browsers and retries with growing pauses and the same id until they are accepted.
import { setTimeout as pause } from 'node:timers/promises';
import { CHANNEL_FAILS_DAYS } from '@heliograph/contract/limits.ts';
import type { Context } from '../context.ts';
import { plantUrl } from '../plants/mails/plantMails.ts';
import type { Sql } from '../platform/database/connect.ts';
import { messageFailures } from '../platform/metrics.ts';
import { reachOf } from '../platform/outbound/ssrfSafeFetch.ts';
import { messageText } from '../platform/texts/translate.ts';
import type { SlotRequest } from './deliverySlots.ts';
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
/** A receiver that takes longer, or accepts nothing, is slow. */
const QUICK_MS = 2000;
/** Messages read at a time, of one channel and of all quick or all slow ones. */
const READ_PER_CHANNEL = 16;
const BATCH_SIZE = 128;
/** How long a run goes on. Requests under way end in the background, beside those of later runs. */
const RUN_TIMEOUT_MS = 20_000;
/** How often a run that waits for slow receivers looks for further messages. */
const POLL_MS = 1000;
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
  previousSecret: Buffer | null;
  publicKey: Buffer | null;
  failingSince: Date | null;
}

/** Sends due messages; returns the number of those accepted until then. */
export async function sendDeliveries(
  context: Context,
  signal?: AbortSignal,
  runTimeoutMs = RUN_TIMEOUT_MS,
): Promise<number> {
  const { clock, deliverySlots, log } = context;
  const endsAtMs = performance.now() + runTimeoutMs;
  const running = new Set<Promise<void>>();
  let sent = 0;
  for (;;) {
    const now = clock.now();
    const readAgainAtMs = performance.now() + POLL_MS;
    let due = await dueMessages(context.sql, now);
    do {
      if (signal?.aborted) return sent;
      due = due.filter((message) => {
        const release = deliverySlots.tryAcquire(message);
        if (!release) return true;
        const delivery = deliver(context, message.id, now)
          .then((isAccepted) => {
            if (isAccepted) sent++;
          })
          .catch((error) => log.error({ err: error, id: message.id }, 'cannot send a message'))
          .finally(() => {
            release();
            running.delete(delivery);
          });
        running.add(delivery);
        return false;
      });
      if (running.size === 0 || performance.now() >= endsAtMs) return sent;
      await Promise.race([...running, pause(POLL_MS, undefined, { ref: false })]);
    } while (due.length > 0 && performance.now() < readAgainAtMs);
  }
}

/** Those of quick channels by the time they are due; of slow channels one each, in random order, as a long queue of one must not come first. */
async function dueMessages(sql: Sql, now: Date): Promise<SlotRequest[]> {
  return await sql<SlotRequest[]>`
    select id, channel_id, user_id, is_slow from (
      select d.*, row_number() over (partition by is_slow order by case when is_slow then random() end, next_try_at, id) as turn
      from (
        select d.id, d.channel_id, d.user_id, d.next_try_at, c.is_slow,
          row_number() over (partition by d.channel_id order by d.next_try_at, d.id) as place
        from deliveries d join channels c on c.id = d.channel_id
        where d.state = 'waiting' and d.next_try_at <= ${now} and (d.held_until is null or d.held_until < now())
      ) d where place <= case when is_slow then 1 else ${READ_PER_CHANNEL} end
    ) d where turn <= ${BATCH_SIZE} order by turn`;
}

async function deliver(context: Context, id: string, now: Date): Promise<boolean> {
  const { sql } = context;
  const held = await hold(sql, id, now);
  if (!held) return false;
  const [target] = await sql<Target[]>`
    select kind, name, url, secret, case when previous_valid_until > ${now} then previous_secret end as previous_secret,
      public_key, failing_since
    from channels where id = ${held.channelId} and off_at is null`;
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
    // Without a host name: the browser opens it under the one where it subscribed.
    url: payload.sid
      ? plantUrl({ publicUrl: '' }, payload.sid, isConsentRequest ? 'overview' : 'alerts&state=all')
      : '/',
  };
  return pushRequest({ ...target, publicKey: target.publicKey! }, notice, {
    key: pushKey,
    now,
    contact: mail ? `mailto:${mail.from}` : publicUrl,
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
  const isSlow = !isAccepted || tookMs > QUICK_MS;
  await sql`update channels set is_slow = ${isSlow} where id = ${channelId} and is_slow <> ${isSlow}`;
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
  messageFailures.inc({ kind });
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
