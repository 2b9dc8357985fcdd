// user/company/signIn/set: names a company's provider and its domains, with its secret sealed.
import { Refusal } from '@heliograph/contract/errors.ts';
import { domainOf, encryptClientSecret, writeDomains } from '../../../../accounts/openid/settings.ts';
import { accessibleCompany, assertRoleAssignable, changePeople } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { keyOfSecrets } from '../../../../platform/secrets/sealedSecrets.ts';

export const userCompanySignInSet: Handler<'user/company/signIn/set'> = async (request, caller) => {
  const { context, sql, at, noteAudit } = caller;
  const { issuer, clientId, clientSecret, groupId, allowsOtherWays, hasSecondStep, tellsSecondStep = false } = request;
  keyOfSecrets(context.config);
  const isLocal = !context.config.production && /^http:\/\/127\.0\.0\.1(:\d+)?(\/|$)/.test(issuer);
  if (!URL.canParse(issuer) || !(issuer.startsWith('https://') || isLocal)) throw wrong('issuer', 'https');
  // As the address of a mail has it: what is written otherwise would never be found.
  const odd = request.domains.find((domain) => domainOf(domain) !== domain);
  if (odd !== undefined) throw wrong('domains', odd);
  return await changePeople(caller, async (branch) => {
    const { id } = await accessibleCompany(sql, branch, request.id);
    await assertRoleAssignable(sql, branch, groupId);
    const [before] = await sql<{ issuer: string; clientId: string; clientSecret: Buffer }[]>`
      select issuer, client_id, client_secret from company_sign_ins where company_id = ${id}`;
    // To another provider nobody sends the secret that somebody else has entered for this one.
    const kept = before?.issuer === issuer ? before.clientSecret : undefined;
    const secret = clientSecret === undefined ? kept : encryptClientSecret(context.config, id, clientSecret);
    if (secret === undefined) throw wrong('clientSecret', 'required');
    await sql`
      insert into company_sign_ins (company_id, issuer, client_id, client_secret, role_id, allows_other_ways, has_second_step, tells_second_step, changed_at)
      values (${id}, ${issuer}, ${clientId}, ${secret}, ${groupId}, ${allowsOtherWays}, ${hasSecondStep}, ${tellsSecondStep}, ${at})
      on conflict (company_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        client_secret = excluded.client_secret, role_id = excluded.role_id, allows_other_ways = excluded.allows_other_ways,
        has_second_step = excluded.has_second_step, tells_second_step = excluded.tells_second_step, changed_at = excluded.changed_at`;
    // Whoever proved the domains let that provider speak for their people, some of whom may do more than the caller: another one is proved again.
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

const wrong = (field: string, reason: string) => new Refusal('badRequest', { field, reason });
