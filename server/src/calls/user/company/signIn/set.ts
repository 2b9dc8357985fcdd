// user/company/signIn/set: sets a company's provider and domains; the client secret is stored encrypted.
import { ApiError } from '@heliograph/contract/errors.ts';
import { domainOf, encryptClientSecret, writeDomains } from '../../../../accounts/openid/settings.ts';
import { accessibleCompany, assertRoleAssignable, withPeopleLock } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { keyOfSecrets } from '../../../../platform/secrets/sealedSecrets.ts';

export const userCompanySignInSet: Handler<'user/company/signIn/set'> = async (request, caller) => {
  const { context, sql, at, noteAudit } = caller;
  const { issuer, clientId, clientSecret, groupId, allowsOtherWays, hasSecondStep, tellsSecondStep = false } = request;
  keyOfSecrets(context.config);
  const isLocal = !context.config.production && /^http:\/\/127\.0\.0\.1(:\d+)?(\/|$)/.test(issuer);
  if (!URL.canParse(issuer) || !(issuer.startsWith('https://') || isLocal)) throw badField('issuer', 'https');
  // As in an email address: a domain written differently would never match.
  const malformed = request.domains.find((domain) => domainOf(domain) !== domain);
  if (malformed !== undefined) throw badField('domains', malformed);
  return await withPeopleLock(caller, async (branch) => {
    const { id } = await accessibleCompany(sql, branch, request.id);
    await assertRoleAssignable(sql, branch, groupId);
    const [before] = await sql<{ issuer: string; clientId: string; clientSecret: Buffer }[]>`
      select issuer, client_id, client_secret from company_sign_ins where company_id = ${id}`;
    // The stored secret is never sent to a provider other than the one it was entered for.
    const storedSecret = before?.issuer === issuer ? before.clientSecret : undefined;
    const secret = clientSecret === undefined ? storedSecret : encryptClientSecret(context.config, id, clientSecret);
    if (secret === undefined) throw badField('clientSecret', 'required');
    await sql`
      insert into company_sign_ins (company_id, issuer, client_id, client_secret, role_id, allows_other_ways, has_second_step, tells_second_step, changed_at)
      values (${id}, ${issuer}, ${clientId}, ${secret}, ${groupId}, ${allowsOtherWays}, ${hasSecondStep}, ${tellsSecondStep}, ${at})
      on conflict (company_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        client_secret = excluded.client_secret, role_id = excluded.role_id, allows_other_ways = excluded.allows_other_ways,
        has_second_step = excluded.has_second_step, tells_second_step = excluded.tells_second_step, changed_at = excluded.changed_at`;
    // Domains were verified for the previous provider, which vouches for users who may have more permissions than this one: a new provider needs new verification.
    if (before && before.issuer !== issuer) {
      await sql`delete from company_identities where company_id = ${id}`;
      await sql`delete from company_domains where company_id = ${id}`;
    }
    await writeDomains(sql, id, request.domains);
    noteAudit({
      object: `company ${id}`,
      ...(before ? { before: { issuer: before.issuer, clientId: before.clientId } } : {}),
      after: { issuer, clientId, groupId, allowsOtherWays, hasSecondStep, tellsSecondStep, domains: request.domains },
    });
    return {};
  });
};

const badField = (field: string, reason: string) => new ApiError('badRequest', { field, reason });
