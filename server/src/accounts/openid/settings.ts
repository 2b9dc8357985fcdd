// How a company's people sign in at its provider: the setting, its sealed secret, and the domains that it has proved. As the process itself.
import { PROOF_PREFIX } from '@heliograph/contract/companySignIn.ts';
import { newToken } from '../../access/session.ts';
import type { Config } from '../../config.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { encryptSecret, keyOfSecrets, openSecret } from '../../platform/secrets/sealedSecrets.ts';

export interface CompanySignIn {
  companyId: number;
  issuer: string;
  clientId: string;
  clientSecret: string;
  roleId: number | null;
  hasSecondStep: boolean;
  /** Only where the provider says so of a sign-in. */
  tellsSecondStep: boolean;
}

const ownerOf = (companyId: number): string => `sign-in of company ${companyId}`;

export const encryptClientSecret = (config: Config, companyId: number, secret: string): Buffer =>
  encryptSecret(keyOfSecrets(config), ownerOf(companyId), Buffer.from(secret));

/** Of an e-mail address, as DNS writes it; '' for what has none. */
export function domainOf(email: string): string {
  return URL.parse(`http://${email.slice(email.lastIndexOf('@') + 1)}`)?.hostname ?? '';
}

/** The company whose proved domain it is, or the company with this id; undefined: none, or its secret cannot be read any more. */
export async function signInOf(
  sql: Sql | Transaction,
  { secondFactorKey: key }: Pick<Config, 'secondFactorKey'>,
  which: { domain: string } | { companyId: number },
): Promise<CompanySignIn | undefined> {
  const [row] = await sql<(Omit<CompanySignIn, 'clientSecret'> & { clientSecret: Buffer })[]>`
    select s.company_id, s.issuer, s.client_id, s.client_secret, s.role_id, s.has_second_step, s.tells_second_step from company_sign_ins s
    where ${
      'domain' in which
        ? sql`s.company_id in (select d.company_id from company_domains d where d.domain = ${which.domain} and d.proved_at is not null)`
        : sql`s.company_id = ${which.companyId}`
    }`;
  const secret = row && key && openSecret(key, ownerOf(row.companyId), row.clientSecret);
  return secret && { ...row, clientSecret: secret.toString() };
}

export interface DomainRow {
  domain: string;
  proof: string;
  provedAt: Date | null;
}

/** What its DNS has to hold. */
export const recordOf = (proof: string): string => PROOF_PREFIX + proof;

/** Exactly these: one that stays keeps its proof. */
export async function writeDomains(sql: Transaction, companyId: number, domains: readonly string[]): Promise<void> {
  const given = [...new Set(domains)];
  await sql`delete from company_domains where company_id = ${companyId} and domain <> all (${given}::text[])`;
  for (const domain of given)
    await sql`
      insert into company_domains (company_id, domain, proof) values (${companyId}, ${domain}, ${newToken().slice(0, 22)})
      on conflict (company_id, domain) do nothing`;
}
