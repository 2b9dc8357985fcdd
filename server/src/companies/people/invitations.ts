// Invites a person into a company: the row is the same whether or not the address has an account. The link is mailed, or handed over by its author (accounts/accountMails.ts).
import { INVITATION_DAYS } from '@heliograph/contract/companies.ts';
import { type LanguageCode, lanOf } from '@heliograph/contract/envelope.ts';
import { companiesAbove } from '../../access/accessIndex.ts';
import { hashToken, newToken } from '../../access/session.ts';
import type { CallContext } from '../../context.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

interface Invited {
  email: string;
  companyId: number;
  roleId: number;
  /** Of the mail, and of the account made from it. */
  language: LanguageCode;
  isCompanyOwner: boolean;
  name: string;
  phone?: string;
  countryCode?: string;
  stateCode?: string;
  city?: string;
  street?: string;
}

/** Checks before the change begins that the user has not invited too often. */
export async function mayInvite({ context, session }: Pick<CallContext, 'context' | 'session'>): Promise<void> {
  await countAttempt(context, 'confirmations', session.userId);
}

export interface Invitation {
  id: number;
  /** Token of the link; stored only as a hash. */
  token: string;
}

/** Creates an invitation, within `changePeople`. Replaces an earlier one to the same address, whose link becomes invalid. */
export async function invite(
  { context, sql, session, at }: Pick<CallContext, 'context' | 'sql' | 'session' | 'at'>,
  { language, ...invited }: Invited,
): Promise<Invitation> {
  const token = newToken();
  const email = invited.email.toLowerCase();
  const columns = {
    ...invited,
    email,
    lan: lanOf(language),
    seenBy: await companiesAbove(sql, invited.companyId),
    invitedBy: session.userId,
    tokenHash: hashToken(token),
    handedOver: context.config.mail === undefined,
    madeAt: at,
    expiresAt: new Date(at.getTime() + INVITATION_DAYS * 86_400_000),
  };
  await sql`delete from company_invitations where email = ${email} and company_id = ${invited.companyId}`;
  const [row] = await sql<{ id: number }[]>`insert into company_invitations ${sql(columns)} returning id`;
  return { id: row!.id, token };
}
