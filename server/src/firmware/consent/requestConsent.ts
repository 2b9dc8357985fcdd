// Asks owners for consent to updates by mail and by their chosen channels, and repeats it for owners who postponed the answer and for new owners.

import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { lockSite } from '../../access/lockSite.ts';
import type { Context } from '../../context.ts';
import {
  type Channel,
  channelsFor,
  type PendingNotification,
  subscribesTo,
  writeDelivery,
} from '../../notifications/outbox.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { sendConsentMail } from './consentMail.ts';
import { consentDeadline, currentAnswer } from './consentRequests.ts';

const BATCH_SIZE = 500;

interface PendingRequest {
  sid: string;
  id: string;
  isRollout: boolean;
  companyId: number;
  versionName: string;
  endsAt: Date;
  plant: string;
  timezone: string;
  userId: number;
  email: string;
  lan: number;
}

/** Sends pending consent requests; returns the number of plants. */
export async function requestConsent(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  const now = clock.now();
  await askNewOwners(sql, now);
  await sql`
    update update_questions set answer = '', later_until = null, told_at = null
    where answer = 'later' and later_until <= ${now} and ended_at is null`;
  await sql`
    update update_questions q set ended_at = ${now}
    where not q.is_rollout and q.ended_at is null and not exists (
      select from commands c where c.sid = q.sid and c.id = q.id and c.state in (select unnest(${[...OPEN_STEPS]}::text[])))`;
  let sent = 0;
  for (;;) {
    // Leaves out plants that have lost their owner, and requests that have expired or been answered.
    const rows = await sql<PendingRequest[]>`
      select q.sid, q.id, q.is_rollout, q.company_id, q.version_name, q.ends_at, s.name as plant, s.timezone, u.id as user_id, u.email, u.lan
      from update_questions q join sites s on s.sid = q.sid join users u on u.id = s.owner_id and u.frozen_at is null
      where q.told_at is null and q.answer = '' and q.ended_at is null and q.ends_at > ${now}
      order by q.asked_at, q.id, u.id, s.name limit ${BATCH_SIZE}`;
    const channels = rows.length === 0 ? [] : await channelsFor(sql, ['update.asked']);
    // An owner of several plants gets one mail for all of them.
    for (const group of Map.groupBy(rows, ({ id, userId }) => `${id} ${userId}`).values()) {
      if (signal?.aborted) return sent;
      sent += await sendRequests(context, group, channels, now);
    }
    if (rows.length < BATCH_SIZE) return sent;
  }
}

/** Restarts the request for plants whose owner has changed since it was sent or answered. Updates already begun continue. */
async function askNewOwners(sql: Sql, now: Date): Promise<void> {
  const isOfFormerOwner = (tx: Sql | Transaction) => tx`
    q.ended_at is null and coalesce(q.answered_by, q.told_to) <> s.owner_id
    and ((q.answer = '' and q.ends_at > ${now}) or (q.answer <> '' and ${currentAnswer(tx)} = ''))`;
  const questions = await sql<{ sid: string; id: string }[]>`
    select q.sid, q.id from update_questions q join sites s on s.sid = q.sid where ${isOfFormerOwner(sql)}
    order by q.sid, q.id limit ${BATCH_SIZE}`;
  for (const { sid, id } of questions)
    await sql.begin(async (tx) => {
      // Locked first, as calls do: the new owner may be answering now.
      await lockSite(tx, sid);
      const { count } = await tx`
        update update_questions q set answer = '', later_until = null, told_at = null, told_to = null, answered_by = null,
          answered_at = null, ends_at = ${consentDeadline(now)}
        from sites s
        where q.sid = ${sid} and q.id = ${id} and s.sid = q.sid and ${isOfFormerOwner(tx)}`;
      if (count === 0) return;
      await tx`
        update commands set expires_at = ${consentDeadline(now)} where sid = ${sid} and id = ${id} and state = 'draft'`;
    });
}

async function sendRequests(
  { sql, config }: Context,
  group: readonly PendingRequest[],
  channels: readonly Channel[],
  now: Date,
): Promise<number> {
  const { id, userId, email, lan } = group[0]!;
  return await sql.begin(async (tx) => {
    const claimed = await tx<{ sid: string }[]>`
      update update_questions q set told_at = ${now}, told_to = ${userId}
      from (select unnest(${textArray(group.map(({ sid }) => sid))}::text::text[]) as sid) g
      where q.sid = g.sid and q.id = ${id} and q.told_at is null and q.answer = '' and q.ended_at is null returning q.sid`;
    const sids = new Set(claimed.map(({ sid }) => sid));
    const plants = group.filter(({ sid }) => sids.has(sid));
    if (plants.length === 0) return 0;
    const language: LanguageCode = languageOfLan(String(lan));
    await sendConsentMail(tx, config, { ...group[0]!, to: email, language, plants }, now);
    for (const { sid, versionName } of plants) {
      const notification: PendingNotification = { event: 'update.asked', sid, at: now, fact: { version: versionName } };
      for (const channel of channels)
        if (channel.userId === userId && subscribesTo(channel, notification))
          await writeDelivery(tx, channel, notification, now);
    }
    return plants.length;
  });
}
