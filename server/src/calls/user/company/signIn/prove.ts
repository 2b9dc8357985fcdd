// user/company/signIn/prove: verifies a domain by its DNS record and assigns it to the company.
import { ApiError } from '@heliograph/contract/errors.ts';
import { recordOf } from '../../../../accounts/openid/settings.ts';
import { accessibleCompany, withPeopleLock } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { countAttempt } from '../../../../platform/limits/rateLimits.ts';

export const userCompanySignInProve: Handler<'user/company/signIn/prove'> = async ({ id, domain }, caller) => {
  const { context, session, at, read, finish, noteAudit } = caller;
  await countAttempt(context, 'companySignIns', session.userId);
  await read((sql) => accessibleCompany(sql, session, id));
  const texts = await context.readDnsTxt(domain);
  return await finish((sql) =>
    withPeopleLock({ sql, session }, async (branch) => {
      const company = await accessibleCompany(sql, branch, id);
      const claims = await sql<{ companyId: number; proof: string; provedAt: Date | null }[]>`
        select company_id, proof, proved_at from company_domains where domain = ${domain}`;
      const holds = (claim: { proof: string }) => texts.includes(recordOf(claim.proof));
      const own = claims.find(({ companyId }) => companyId === company.id);
      const other = claims.find(({ companyId, provedAt }) => companyId !== company.id && provedAt !== null);
      // The company whose record is still in DNS keeps the domain; a domain that changed hands goes to its new holder.
      if (!own || !holds(own) || (other && holds(other))) throw new ApiError('domainNotProved', { domain });
      await sql`update company_domains set proved_at = null where domain = ${domain} and company_id <> ${company.id}`;
      await sql`update company_domains set proved_at = ${at} where domain = ${domain} and company_id = ${company.id}`;
      // Somebody can be held to it now, which a company that registered itself cannot.
      await sql`update companies set is_confirmed = true where id = ${company.id}`;
      noteAudit({ object: `company ${company.id}`, after: { provedDomain: domain } });
      return { provedIso: at.toISOString() };
    }),
  );
};
