// What the passwords of BDM devices are derived from, by the brand of the caller's company.
import type { CallContext } from '../../context.ts';

/** Undefined: the operator has given the brand none. */
export async function bdmSecretOf({
  context,
  sql,
  session,
}: Pick<CallContext, 'context' | 'sql' | 'session'>): Promise<Buffer | undefined> {
  const [company] = await sql<{ brandId: number }[]>`select brand_id from companies where id = ${session.companyId}`;
  return company && context.config.bdmSecrets.get(company.brandId);
}
