// account/secondFactor: whether sign-in requires a code, the account's passkeys, and the companies whose single sign-on it has used.
import { MAX_PASSKEYS } from '@heliograph/contract/limits.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

const MAX_COMPANIES = 50;

interface Passkey {
  id: string;
  name: string;
  madeAt: Date;
  lastUsedAt: Date | null;
}

export const accountSecondFactor: Handler<'account/secondFactor'> = async (_request, { context, sql, session }) => {
  const passkeys = await sql<Passkey[]>`
    select id, name, made_at, last_used_at from passkeys where user_id = ${session.userId}
    order by made_at, id limit ${MAX_PASSKEYS}`;
  // Row policies hide secrets from calls, including their existence.
  const [codes] = await asProcess(
    sql,
    () => sql<{ since: Date | null; left: number }[]>`
      select (select confirmed_at from second_factors where user_id = ${session.userId}) as since,
        (select count(*)::int from recovery_codes where user_id = ${session.userId}) as left`,
  );
  const companies = await asProcess(
    sql,
    () => sql<{ companyId: number; companyName: string; linkedAt: Date; lastUsedAt: Date }[]>`
      select i.company_id, c.name as company_name, i.linked_at, i.last_used_at
      from company_identities i join companies c on c.id = i.company_id
      where i.user_id = ${session.userId} order by c.name_order, c.id limit ${MAX_COMPANIES}`,
  );
  return {
    canHaveCodes: context.config.secondFactorKey !== undefined,
    codesSinceIso: codes!.since?.toISOString() ?? null,
    recoveryCodesLeft: codes!.left,
    passkeys: passkeys.map(({ id, name, madeAt, lastUsedAt }) => ({
      id,
      name,
      madeIso: madeAt.toISOString(),
      lastUsedIso: lastUsedAt?.toISOString() ?? null,
    })),
    companies: companies.map(({ companyId, companyName, linkedAt, lastUsedAt }) => ({
      companyId,
      companyName,
      linkedIso: linkedAt.toISOString(),
      lastUsedIso: lastUsedAt.toISOString(),
    })),
  };
};
