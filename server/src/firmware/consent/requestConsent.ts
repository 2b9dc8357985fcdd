// Tells owners that an update waits for their yes: by mail, and by the channels that they chose for it; and asks again whoever has put it off, and whoever owns the plant since.

import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import { lockSite } from '../../access/lockSite.ts';
import type { Context } from '../../context.ts';
import {
  type Channel,
  channelsFor,
  type PendingNotification,
  tellsOf,
  writeDelivery,
} from '../../notifications/outbox.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { sendConsentMail } from './consentMail.ts';
import { answerEnd, currentAnswer } from './consentRequests.ts';

const AT_ONCE = 500;

interface Untold {
  sid: string;
  id: string;
  versionName: string;
  endsAt: Date;
  plant: string;
  timezone: string;
  userId: number;
  email: string;
  lan: number;
}

/** Gives how many plants' owners were told. */
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
  let told = 0;
  for (;;) {
    // A plant that has lost its owner since is asked about no more, and of what is over or answered already nobody is told.
    const rows = await sql<Untold[]>`
      select q.sid, q.id, q.version_name, q.ends_at, s.name as plant, s.timezone, u.id as user_id, u.email, u.lan
      from update_questions q join sites s on s.sid = q.sid join users u on u.id = s.owner_id and u.frozen_at is null
      where q.told_at is null and q.answer = '' and q.ended_at is null and q.ends_at > ${now}
      order by q.asked_at, q.id, u.id, s.name limit ${AT_ONCE}`;
    const channels = rows.length === 0 ? [] : await channelsFor(sql, ['update.asked']);
    // Whose many plants are asked about at once gets one mail.
    for (const its of Map.groupBy(rows, ({ id, userId }) => `${id} ${userId}`).values()) {
      if (signal?.aborted) return told;
      told += await tell(context, its, channels, now);
    }
    if (rows.length < AT_ONCE) return told;
  }
}

/** Of plants that changed hands since somebody was told or has answered: as if it were asked now. What has begun goes on. */
async function askNewOwners(sql: Sql, now: Date): Promise<void> {
  const isOfFormer = (tx: Sql | Transaction) => tx`
    q.ended_at is null and coalesce(q.answered_by, q.told_to) <> s.owner_id
    and ((q.answer = '' and q.ends_at > ${now}) or (q.answer <> '' and ${currentAnswer(tx)} = ''))`;
  const found = await sql<{ sid: string; id: string }[]>`
    select q.sid, q.id from update_questions q join sites s on s.sid = q.sid where ${isOfFormer(sql)}
    order by q.sid, q.id limit ${AT_ONCE}`;
  for (const { sid, id } of found)
    await sql.begin(async (tx) => {
      // First, as calls do: the new owner may be answering.
      await lockSite(tx, sid);
      const { count } = await tx`
        update update_questions q set answer = '', later_until = null, told_at = null, told_to = null, answered_by = null,
          answered_at = null, ends_at = ${answerEnd(now)}
        from sites s
        where q.sid = ${sid} and q.id = ${id} and s.sid = q.sid and ${isOfFormer(tx)}`;
      if (count === 0) return;
      await tx`
        update commands set expires_at = ${answerEnd(now)} where sid = ${sid} and id = ${id} and state = 'draft'`;
    });
}

async function tell(
  { sql, config }: Context,
  its: readonly Untold[],
  channels: readonly Channel[],
  now: Date,
): Promise<number> {
  const { id, userId, email, lan, versionName, endsAt } = its[0]!;
  return await sql.begin(async (tx) => {
    const mine = await tx<{ sid: string }[]>`
      update update_questions q set told_at = ${now}, told_to = ${userId}
      from (select unnest(${textArray(its.map(({ sid }) => sid))}::text::text[]) as sid) g
      where q.sid = g.sid and q.id = ${id} and q.told_at is null and q.answer = '' and q.ended_at is null returning q.sid`;
    const sids = new Set(mine.map(({ sid }) => sid));
    const plants = its.filter(({ sid }) => sids.has(sid));
    if (plants.length === 0) return 0;
    const language: LanguageCode = languageOfLan(String(lan));
    await sendConsentMail(tx, config, { to: email, language, versionName, endsAt, plants }, now);
    for (const { sid } of plants) {
      const news: PendingNotification = { event: 'update.asked', sid, at: now, fact: { version: versionName } };
      for (const channel of channels)
        if (channel.userId === userId && tellsOf(channel, news)) await writeDelivery(tx, channel, news, now);
    }
    return plants.length;
  });
}
