// user/company/signIn: settings of a company's single sign-on, for users who may change them.

import { callbackUrl } from '../../../accounts/openid/provider.ts';
import { type DomainRow, recordOf } from '../../../accounts/openid/settings.ts';
import { brandOfCompany } from '../../../brands/brands.ts';
import { accessibleCompany } from '../../../companies/people/lockPeople.ts';
import { assignableRoles } from '../../../companies/people/people.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

interface Row {
  issuer: string;
  clientId: string;
  groupId: number | null;
  allowsOtherWays: boolean;
  hasSecondStep: boolean;
  tellsSecondStep: boolean;
  people: number;
}

export const userCompanySignIn: Handler<'user/company/signIn'> = async ({ id }, { context, sql, session }) => {
  const { name } = await accessibleCompany(sql, session, id);
  const roles = await assignableRoles(sql, session);
  return await asProcess(sql, async () => {
    const [setting] = await sql<Row[]>`
      select s.issuer, s.client_id, s.role_id as group_id, s.allows_other_ways, s.has_second_step, s.tells_second_step,
        (select count(*)::int from company_identities i where i.company_id = s.company_id) as people
      from company_sign_ins s where s.company_id = ${id}`;
    const domains = await sql<DomainRow[]>`
      select domain, proof, proved_at from company_domains where company_id = ${id} order by domain`;
    return {
      companyName: name,
      canBeSet: context.config.secondFactorKey !== undefined,
      callbackUrl: callbackUrl(await brandOfCompany(sql, context.config, id)),
      setting: setting ?? null,
      domains: domains.map(({ domain, proof, provedAt }) => ({
        domain,
        record: recordOf(proof),
        provedIso: provedAt?.toISOString() ?? null,
      })),
      roles: roles.map(({ groupId, groupName }) => ({ groupId, groupName })),
    };
  });
};
