// Who may offer a plant, and what is offered: asked by the calls that show, make and take back offers.
import type { OfferKind } from '@heliograph/contract/entities/offer.ts';
import type { Session } from '../../context.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

/** How long an offer waits for its answer, and how long the branch may correct the owner that it named. */
const OFFER_DAYS = 30;
export const OFFER_MS = OFFER_DAYS * 86_400_000;

export interface NamedOwner {
  ownerId: number | null;
  /** Of an account or of none: which of the two is nobody's to know. */
  email: string;
  /** Null: long ago, or the owner has agreed. */
  namedAt: Date | null;
}

export async function namedOwner(sql: Transaction, sid: string): Promise<NamedOwner> {
  const [row] = await sql<NamedOwner[]>`
    select s.owner_id, coalesce(u.email, s.invited_owner) as email, s.owner_named_at as named_at
    from sites s left join users u on u.id = s.owner_id where s.sid = ${sid}`;
  return row!;
}

/** Of a plant that the session may change: the owner, while there is none the branch; an administrator of the portal always. */
export const mayHandOver = ({ scope, userId }: Session, { ownerId, email }: NamedOwner): boolean =>
  scope === 'all' || (email === '' ? scope === 'branch' : ownerId === userId);

/** Whose plant it is, and an administrator of the portal in their place. */
export const canUnassignInstaller = ({ scope, userId }: Session, { ownerId }: NamedOwner): boolean =>
  ownerId !== null && (scope === 'all' || ownerId === userId);

/** The branch names an owner, and corrects the address for some days; from then on the plant changes hands by an offer. */
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

/** What is offered to the address of who asks: at most a hundred, those that end first. */
export async function myOffers(sql: Transaction, at: Date): Promise<MyOffer[]> {
  return await sql<MyOffer[]>`select sid, kind, site_name, city, from_email, expires_at from my_offers(${at})`;
}
