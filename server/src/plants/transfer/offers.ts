// Makes, ends and answers offers of a plant or of its service; nothing changes hands before both sides have agreed.
import type { OfferKind } from '@heliograph/contract/entities/offer.ts';
import { updateAccessIndex } from '../../access/accessIndex.ts';
import type { CallContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { OFFER_MS } from './listOffers.ts';

/** Makes an offer, replacing an earlier one, within a change of the plant that has begun. Returns when it expires. */
export async function makeOffer(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  { sid, kind, email }: { sid: string; kind: OfferKind; email: string },
): Promise<Date> {
  const expiresAt = new Date(at.getTime() + OFFER_MS);
  await endOffer(sql, sid, kind);
  await sql`
    insert into site_offers (sid, kind, to_email, offered_by, offered_at, expires_at)
    values (${sid}, ${kind}, ${email.toLowerCase()}, ${session.userId}, ${at}, ${expiresAt})`;
  return expiresAt;
}

export async function endOffer(sql: Transaction, sid: string, kind: OfferKind): Promise<number> {
  return (await sql`delete from site_offers where sid = ${sid} and kind = ${kind}`).count;
}

/**
 * Transfers the plant to this user. Accesses granted by former owners end: guests, public pages, and mails to people who
 * have no account. The new owner can grant new ones.
 */
export async function transferToOwner(sql: Transaction, sid: string, userId: number): Promise<void> {
  await sql`
    update sites set owner_id = ${userId}, invited_owner = '', owner_named_at = null, shared_with = '{}', invited_guests = '{}',
      version = version + 1
    where sid = ${sid}`;
  await sql`delete from site_offers where sid = ${sid}`;
  await sql`delete from public_links where sid = ${sid}`;
  await sql`delete from report_recipients where sid = ${sid} and confirmed_at is not null`;
  await updateAccessIndex(sql, [sid]);
}

/** Transfers the service of the plant; the former installer's company no longer sees the plant. */
export async function transferToInstaller(
  sql: Transaction,
  sid: string,
  { userId, companyId }: { userId: number; companyId: number },
): Promise<void> {
  await sql`
    update sites set installer_id = ${userId}, invited_installer = '', company_id = ${companyId}, version = version + 1
    where sid = ${sid}`;
  await endOffer(sql, sid, 'installer');
  await updateAccessIndex(sql, [sid]);
}
