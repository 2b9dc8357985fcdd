// App codes and recovery codes of accounts: secrets are encrypted with a key of the environment, each code is valid once. All queries run without row policies.
import { randomBytes } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { FACTOR_RESET_OPEN_DAYS, RECOVERY_CODES } from '@heliograph/contract/limits.ts';
import { hashToken } from '../../access/session.ts';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { encryptSecret, openSecret } from '../../platform/secrets/sealedSecrets.ts';
import { plainCode, recoveryText, stepOfCode } from './oneTimeCodes.ts';

const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;

/** Context that the secret is encrypted with, so that no row is valid for another account. */
export const factorSecretOwner = (userId: number): string => `second factor of user ${userId}`;

interface StoredFactor {
  secret: Buffer;
  confirmedAt: Date | null;
}

/** Creates a secret, replacing one that no code has confirmed. Refuses with secondFactorOn. */
export async function makeSecret(sql: Transaction, key: Buffer, { userId, at }: AccountAt): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  const { count } = await sql`
    insert into second_factors as f (user_id, secret, made_at) values (${userId}, ${encryptSecret(key, factorSecretOwner(userId), secret)}, ${at})
    on conflict (user_id) do update set secret = excluded.secret, made_at = excluded.made_at, last_step = 0
      where f.confirmed_at is null`;
  if (count === 0) throw new ApiError('secondFactorOn');
  return secret;
}

interface AccountAt {
  userId: number;
  at: Date;
}

/** Turns the second factor on and returns the recovery codes, which cannot be read again. Refuses with secondFactorOn and wrongSecondFactor. */
export async function confirmSecret(sql: Transaction, key: Buffer, { userId, at, code }: AccountAt & { code: string }) {
  const [stored] = await sql<StoredFactor[]>`select secret, confirmed_at from second_factors where user_id = ${userId}`;
  if (stored?.confirmedAt) throw new ApiError('secondFactorOn');
  const step = stored && matchingStep(key, stored, { userId, at, code: plainCode(code) });
  if (step === undefined) throw new ApiError('wrongSecondFactor');
  const { count } = await sql`
    update second_factors set confirmed_at = ${at}, last_step = ${step}
    where user_id = ${userId} and confirmed_at is null and secret = ${stored!.secret}`;
  if (count === 0) throw new ApiError('wrongSecondFactor');
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryText(randomBytes(RECOVERY_BYTES)));
  const rows = codes.map((text) => ({ userId, codeHash: hashToken(plainCode(text)) }));
  await sql`insert into recovery_codes ${sql(rows)}`;
  return codes;
}

/** Consumes a code of the app, or a recovery code, in this transaction. Refuses with wrongSecondFactor or noSecondFactorKey one that is wrong or was used. */
export async function consumeCode(
  sql: Transaction,
  { secondFactorKey: key }: Pick<Config, 'secondFactorKey'>,
  { userId, at, code }: AccountAt & { code: string },
): Promise<'code' | 'recovery'> {
  const typed = plainCode(code);
  const [stored] = await sql<StoredFactor[]>`
    select secret, confirmed_at from second_factors where user_id = ${userId} and confirmed_at is not null`;
  const step = stored && key && matchingStep(key, stored, { userId, at, code: typed });
  if (stored && step !== undefined) {
    // The second of two concurrent uses of a code waits for this row and then finds the code used.
    const { count } = await sql`
      update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`;
    if (count === 1) return 'code';
  }
  const { count } = await sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hashToken(typed)}`;
  if (count !== 1) throw new ApiError(key ? 'wrongSecondFactor' : 'noSecondFactorKey');
  return 'recovery';
}

function matchingStep(
  key: Buffer,
  { secret }: StoredFactor,
  { userId, at, code }: AccountAt & { code: string },
): number | undefined {
  const opened = openSecret(key, factorSecretOwner(userId), secret);
  return opened && stepOfCode(opened, code, at);
}

/** Returns the instant before which resets must not have become due: older ones have expired. */
export const openResetsSince = (at: Date): Date => new Date(at.getTime() - FACTOR_RESET_OPEN_DAYS * 86_400_000);

/** Removes codes and passkeys that the owner has lost, after a reset requested by somebody of the branch. Refuses with secondFactorNeeded if the reset was cancelled meanwhile. */
export async function endLostFactors(sql: Transaction, { userId, at }: AccountAt): Promise<void> {
  const { count } = await sql`
    delete from second_factor_resets
    where user_id = ${userId} and due_at <= ${at} and due_at > ${openResetsSince(at)}`;
  if (count !== 1) throw new ApiError('secondFactorNeeded');
  await endCodes(sql, userId);
  await sql`delete from passkeys where user_id = ${userId}`;
}

export async function endCodes(sql: Transaction, userId: number): Promise<void> {
  await sql`delete from second_factors where user_id = ${userId}`;
  await sql`delete from recovery_codes where user_id = ${userId}`;
}
