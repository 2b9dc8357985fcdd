// sign-up: creates an account with a mailed code; installers get a company of their own in the tree of companies, owners do not.

import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { lanOf } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { CODE_TRIES, TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { indexCompanies, indexUsers } from '../access/peopleIndex.ts';
import { assertPasswordAllowed } from '../accounts/passwords/breachedPasswords.ts';
import { hashPassword, verifyPassword } from '../accounts/passwords/passwords.ts';
import { brandOfRequest } from '../brands/brands.ts';
import type { Context } from '../context.ts';
import { bindInvitations, lockAddresses } from '../plants/sharing/invitations.ts';
import { topOfBrand } from '../plants/transfer/serviceAssignment.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Handler } from '../platform/handler.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';
import { countryOf } from '../platform/places/rules/countries.ts';
import { isStateOf } from '../platform/places/rules/states.ts';

export const signUp: Handler<'sign-up'> = async (request, caller) => {
  const { context, address, at, language, noteAudit, finish } = caller;
  const brand = await brandOfRequest(context.sql, context.config, caller.portal);
  if (!brand.isOpen) throw new ApiError('registrationClosed');
  await countAttempt(context, 'signUps', networkOf(address));
  const email = request.email.toLowerCase();
  const countryCode = checkedCountry(request);
  if (request.agreedTo !== TERMS_VERSION) throw new ApiError('termsHaveChanged');
  await assertPasswordAllowed(context, request.password, email);
  const codeHash = await countCodeAttempt(context, email, at);
  if (!(await verifyPassword(codeHash, request.code, address))) throw new ApiError('wrongCode');
  const passwordHash = await hashPassword(request.password, address);
  return await finish(async (sql) => {
    // Same lock as for naming the address as owner or guest of a plant.
    await lockAddresses(sql, [email]);
    // Of two concurrent requests the first one uses the code; a newer code invalidates this one even now.
    const { count } = await sql`delete from sign_up_codes where email = ${email} and code_hash = ${codeHash!}`;
    if (count === 0) throw new ApiError('wrongCode');
    const lan = lanOf(language);
    const [user] = await sql<{ id: number }[]>`
      insert into users (email, password_hash, name, phone, country_code, state_code, city, street, lan, business_name, created_at)
      values (${email}, ${passwordHash}, ${request.contactPerson}, ${request.contactNumber ?? ''}, ${countryCode},
        ${request.StateCode ?? ''}, ${request.city ?? ''}, ${request.street ?? ''}, ${lan},
        ${request.kind === 'business' ? request.companyName! : ''}, ${at})
      on conflict (email) do nothing returning id`;
    // An account with this address was created after the code was mailed.
    if (!user) throw new ApiError('wrongCode');
    await joinCompany(sql, user.id, request, { brand: brand.id, at });
    await sql`insert into consents (user_id, version, agreed_at) values (${user.id}, ${TERMS_VERSION}, ${at})`;
    await bindInvitations(sql, user.id, email);
    noteAudit({ userId: user.id, after: { kind: request.kind, agreedTo: TERMS_VERSION } });
    return {};
  });
};

/** Returns the country code as stored; throws if country or state are unknown. */
function checkedCountry({ countryCode, StateCode }: ParsedRequest<'sign-up'>): string {
  const country = countryOf(countryCode);
  if (!country) throw new ApiError('unknownCountry', { value: countryCode });
  if (StateCode && !isStateOf(StateCode, country.code))
    throw new ApiError('badRequest', { field: 'StateCode', reason: StateCode });
  return country.code;
}

/** Counts the attempt in its own transaction before the code is compared, so that concurrent guesses are limited and rejected ones stay counted. */
async function countCodeAttempt({ sql }: Context, email: string, at: Date): Promise<string | undefined> {
  const [row] = await sql<{ codeHash: string }[]>`
    update sign_up_codes set tries = tries + 1
    where email = ${email} and expires_at > ${at} and tries < ${CODE_TRIES} returning code_hash`;
  return row?.codeHash;
}

/** Joins the top company of a brand: an owner as its customer, an installer with a new company below it. */
async function joinCompany(
  sql: Transaction,
  userId: number,
  { kind, companyName }: ParsedRequest<'sign-up'>,
  { brand, at }: { brand: number; at: Date },
): Promise<void> {
  const top = await topOfBrand(sql, brand);
  let companyId = top.id;
  if (kind === 'installer') {
    const [made] = await sql<{ id: number }[]>`
      insert into companies (parent_id, kind, name, brand_id, created_at, is_confirmed)
      values (${top.id}, 'installer', ${companyName!}, ${brand}, ${at}, false) returning id`;
    companyId = made!.id;
    await indexCompanies(sql, [companyId]);
  }
  const [role] = await sql<{ id: number }[]>`
    select id from roles where code = ${kind === 'installer' ? 'installer' : 'owner'}`;
  await sql`
    insert into memberships (user_id, company_id, role_id, is_company_owner, created_at)
    values (${userId}, ${companyId}, ${role!.id}, ${kind === 'installer'}, ${at})`;
  await indexUsers(sql, [userId]);
}
