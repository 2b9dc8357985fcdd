// Secret from which passwords of BDM devices are derived, by the brand of the session's company.
import type { CallContext } from '../../context.ts';

/** Returns the secret; undefined: the operator has configured none for the brand. */
export async function bdmSecretOf({
  context,
  sql,
  session,
}: Pick<CallContext, 'context' | 'sql' | 'session'>): Promise<Buffer | undefined> {
  const [company] = await sql<{ brandId: number }[]>`select brand_id from companies where id = ${session.companyId}`;
  return company && context.config.bdmSecrets.get(company.brandId);
}
