// Requests for access to a plant by the serial number of one of its devices. The person who asks reads and writes only join_requests, which names no plant.
import type { Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';

const DAY_MS = 86_400_000;
/** Time for which a request is open, and after which a person who was declined may ask for the plant again. */
export const JOIN_DAYS = 30;
const DECLINED_DAYS = 90;

interface OwnRequest {
  sn: string;
  message: string;
  askedAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
}

/** Stores the session's request, or renews it. Does the same for every number; a job looks for the plant. Returns when it expires. */
export async function makeJoinRequest(
  sql: Transaction,
  { userId }: Session,
  { sn, message }: { sn: string; message: string },
  at: Date,
): Promise<Date> {
  const expiresAt = new Date(at.getTime() + JOIN_DAYS * DAY_MS);
  await sql`
    insert into join_requests (user_id, sn, message, asked_at, expires_at)
    values (${userId}, ${sn}, ${message}, ${at}, ${expiresAt})
    on conflict (user_id, sn) do update set message = excluded.message, asked_at = excluded.asked_at,
      expires_at = excluded.expires_at, looked_up_at = null, accepted_at = null`;
  return expiresAt;
}

export async function ownJoinRequests(
  sql: Transaction,
  { userId }: Session,
  { size, num }: { size: number; num: number },
  at: Date,
): Promise<{ list: OwnRequest[]; total: number }> {
  const list = await sql<OwnRequest[]>`
    select sn, message, asked_at, expires_at, accepted_at from join_requests
    where user_id = ${userId} and expires_at > ${at} order by asked_at desc, sn limit ${size} offset ${size * num}`;
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from join_requests where user_id = ${userId} and expires_at > ${at}`;
  return { list, total: row!.total };
}

/** Returns whether there was such a request. What it led to ends with it (`join_requests_to_decide`). */
export async function withdrawJoinRequest(sql: Transaction, { userId }: Session, sn: string): Promise<boolean> {
  return (await sql`delete from join_requests where user_id = ${userId} and sn = ${sn}`).count > 0;
}

export interface JoinRequest {
  sid: string;
  siteName: string;
  hasOwner: boolean;
  sn: string;
  userId: number;
  email: string;
  name: string;
  message: string;
  askedAt: Date;
  expiresAt: Date;
  total: number;
}

/** Returns the open requests for plants that the session may change, the oldest first; `sid`: for this one only. */
export async function joinRequestsToDecide(
  sql: Transaction,
  { sid = null, email = null }: { sid?: string | null; email?: string | null },
  { size, num }: { size: number; num: number },
  at: Date,
): Promise<JoinRequest[]> {
  return await sql<JoinRequest[]>`
    select sid, site_name, has_owner, sn, user_id, email, name, message, asked_at, expires_at, total
    from join_requests_to_decide(${at}, ${sid}, ${email}, ${size}, ${size * num})`;
}

/** Ends the question and marks the request as accepted. False: it was withdrawn meanwhile. */
export async function acceptJoinRequest(
  sql: Transaction,
  { sid, userId, sn }: JoinRequest,
  at: Date,
): Promise<boolean> {
  const [row] = await sql<
    { isAccepted: boolean }[]
  >`select accept_join_request(${userId}, ${sn}, ${at}) as is_accepted`;
  await sql`delete from join_questions where sid = ${sid} and user_id = ${userId}`;
  return row!.isAccepted;
}

/** Ends the question without an answer to the person, and keeps the person from asking again for DECLINED_DAYS. */
export async function declineJoinRequest(sql: Transaction, { sid, userId }: JoinRequest, at: Date): Promise<void> {
  const endsAt = new Date(at.getTime() + DECLINED_DAYS * DAY_MS);
  await sql`
    update join_questions set is_declined = true, ends_at = ${endsAt} where sid = ${sid} and user_id = ${userId}`;
}
