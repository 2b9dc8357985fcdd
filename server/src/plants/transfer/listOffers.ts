// Rights to offer a plant, and open offers: for the calls that show, make and withdraw offers.
import type { OfferKind } from '@heliograph/contract/entities/offer.ts';
import type { Session } from '../../context.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

/** Time for which an offer is open, and for which the branch may correct the owner that it named. */
const OFFER_DAYS = 30;
export const OFFER_MS = OFFER_DAYS * 86_400_000;

export interface NamedOwner {
  ownerId: number | null;
  /** Address with or without an account; the difference must not be disclosed. */
  email: string;
  /** Null: named long ago, or the owner has accepted. */
  namedAt: Date | null;
}

export async function namedOwner(sql: Transaction, sid: string): Promise<NamedOwner> {
  const [row] = await sql<NamedOwner[]>`
    select s.owner_id, k.owner_email as email, s.owner_named_at as named_at
    from sites s join plant_people(${[sid]}) k on k.sid = s.sid where s.sid = ${sid}`;
  return row!;
}

/** Whether the session may offer a plant that it may change: the owner, the branch while there is no owner, or an administrator of the portal. */
export const mayHandOver = ({ scope, userId }: Session, { ownerId, email }: NamedOwner): boolean =>
  scope === 'all' || (email === '' ? scope === 'branch' : ownerId === userId);

/** Whether the session may end the installer's access: the owner, or an administrator of the portal on the owner's behalf. */
export const canUnassignInstaller = ({ scope, userId }: Session, { ownerId }: NamedOwner): boolean =>
  ownerId !== null && (scope === 'all' || ownerId === userId);

/** Whether the session may name the owner: the branch names one and may correct the address for OFFER_DAYS; later the plant changes hands by an offer. */
export const mayNameOwner = (session: Session, owner: NamedOwner, at: Date): boolean =>
  session.scope === 'all' ||
  (session.scope === 'branch' &&
    owner.ownerId !== session.userId &&
    (owner.email === '' || (owner.namedAt !== null && at.getTime() - owner.namedAt.getTime() < OFFER_MS)));

export interface Offer {
  sid: string;
  kind: OfferKind;
  toEmail: string;
  offeredBy: number;
  offeredAt: Date;
  expiresAt: Date;
}

export async function offersOf(sql: Sql | Transaction, sid: string, at: Date): Promise<Offer[]> {
  return await sql<Offer[]>`
    select sid, kind, to_email, offered_by, offered_at, expires_at from site_offers
    where sid = ${sid} and expires_at > ${at} order by kind`;
}

export interface MyOffer extends Pick<Offer, 'sid' | 'kind' | 'expiresAt'> {
  siteName: string;
  city: string;
  fromEmail: string;
}

/** Returns the offers to the address of the session's user: at most a hundred, those that expire first. */
export async function offersToSession(sql: Transaction, at: Date): Promise<MyOffer[]> {
  return await sql<MyOffer[]>`select sid, kind, site_name, city, from_email, expires_at from my_offers(${at})`;
}
