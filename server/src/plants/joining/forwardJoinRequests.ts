// Finds the plants of new requests for access and e-mails the people who may answer. A separate job, so that the call takes equally long for every number.
import type { Context } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { countAttempts } from '../../platform/limits/rateLimits.ts';
import { namedPeople, usersWhoSee } from '../mails/recipients.ts';
import { sendJoinMail } from './joinMail.ts';

const BATCH_SIZE = 500;

interface NewRequest {
  userId: number;
  sn: string;
  email: string;
}

/** Forwards the new requests; returns their number. */
export async function forwardJoinRequests(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  let forwarded = 0;
  for (;;) {
    const now = clock.now();
    const requests = await sql<NewRequest[]>`
      select r.user_id, r.sn, u.email from join_requests r join users u on u.id = r.user_id
      where r.looked_up_at is null order by r.asked_at, r.user_id, r.sn limit ${BATCH_SIZE}`;
    for (const request of requests) {
      if (signal?.aborted) return forwarded;
      await sql.begin((tx) => forward(context, tx, request, now));
      forwarded++;
    }
    if (requests.length < BATCH_SIZE) return forwarded;
  }
}

async function forward(context: Context, tx: Transaction, { userId, sn, email }: NewRequest, now: Date): Promise<void> {
  const claimed = await tx<{ expiresAt: Date }[]>`
    update join_requests set looked_up_at = ${now}
    where user_id = ${userId} and sn = ${sn} and looked_up_at is null returning expires_at`;
  const [number] = await tx<{ sid: string | null }[]>`select sid from serial_numbers where sn = ${sn}`;
  const sid = number?.sid;
  if (claimed.length === 0 || !sid) return;
  if ((await usersWhoSee(tx, sid, [email])).has(email)) return;
  const { expiresAt } = claimed[0]!;
  await tx`delete from join_questions where sid = ${sid} and user_id = ${userId} and ends_at <= ${now}`;
  const { count } = await tx`
    insert into join_questions (sid, user_id, sn, ends_at) values (${sid}, ${userId}, ${sn}, ${expiresAt})
    on conflict (sid, user_id) do nothing`;
  if (count > 0) await mailPeople(context, tx, { sid, sn, email }, now);
  else
    await tx`
      update join_questions set sn = ${sn}, ends_at = ${expiresAt}
      where sid = ${sid} and user_id = ${userId} and not is_declined`;
}

async function mailPeople(
  context: Context,
  tx: Transaction,
  request: { sid: string; sn: string; email: string },
  now: Date,
): Promise<void> {
  const { sid } = request;
  const people = (await namedPeople(tx, [sid])).get(sid) ?? [];
  if (!context.config.mail || people.length === 0) return;
  const { joinMails } = await countAttempts(context, { joinMails: sid });
  if (joinMails > 0) return;
  const [site] = await tx<{ name: string }[]>`select name from sites where sid = ${sid}`;
  for (const { email, lan } of people)
    await sendJoinMail(tx, context.config, { ...request, plant: site!.name, to: email, lan }, now);
}
