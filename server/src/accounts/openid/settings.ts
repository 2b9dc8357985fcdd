// Settings of a company's sign-in at its provider, with the sealed client secret and the proved domains. Read without row policies.
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
  /** Whether a second factor counts only if the provider reports it for the sign-in. */
  tellsSecondStep: boolean;
}

/** Context that a client secret is encrypted with. */
export const signInSecretOwner = (companyId: number): string => `sign-in of company ${companyId}`;

export const encryptClientSecret = (config: Config, companyId: number, secret: string): Buffer =>
  encryptSecret(keyOfSecrets(config), signInSecretOwner(companyId), Buffer.from(secret));

/** Returns the domain of an e-mail address as DNS writes it; '' if it has none. */
export function domainOf(email: string): string {
  return URL.parse(`http://${email.slice(email.lastIndexOf('@') + 1)}`)?.hostname ?? '';
}

/** Returns the sign-in of the company that has proved this domain, or that has this id; undefined: there is none, or its secret can no longer be opened. */
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
  const secret = row && key && openSecret(key, signInSecretOwner(row.companyId), row.clientSecret);
  return secret && { ...row, clientSecret: secret.toString() };
}

export interface DomainRow {
  domain: string;
  proof: string;
  provedAt: Date | null;
}

/** Returns the TXT record that the domain must have. */
export const recordOf = (proof: string): string => PROOF_PREFIX + proof;

/** Replaces the company's domains by these; one that stays keeps its proof. */
export async function writeDomains(sql: Transaction, companyId: number, domains: readonly string[]): Promise<void> {
  const unique = [...new Set(domains)];
  await sql`delete from company_domains where company_id = ${companyId} and domain <> all (${unique}::text[])`;
  for (const domain of unique)
    await sql`
      insert into company_domains (company_id, domain, proof) values (${companyId}, ${domain}, ${newToken().slice(0, 22)})
      on conflict (company_id, domain) do nothing`;
}
