// Codes of apps and recovery codes of accounts: their secrets sealed by a key of the environment, each code good once.
import { randomBytes } from 'node:crypto';
import { Refusal } from '@heliograph/contract/errors.ts';
import { FACTOR_RESET_OPEN_DAYS, RECOVERY_CODES } from '@heliograph/contract/limits.ts';
import { hashToken } from '../../access/session.ts';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { encryptSecret, openSecret } from '../../platform/secrets/sealedSecrets.ts';
import { plainCode, recoveryText, stepOfCode } from './oneTimeCodes.ts';

const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;

/** With whose it is, so that no row is good for another account. */
const ownerOf = (userId: number): string => `second factor of user ${userId}`;

interface Kept {
  secret: Buffer;
  confirmedAt: Date | null;
}

/** A new secret, in place of one that no code has confirmed; as the process itself, like all below. */
export async function makeSecret(sql: Transaction, key: Buffer, { userId, at }: Of): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  const { count } = await sql`
    insert into second_factors as f (user_id, secret, made_at) values (${userId}, ${encryptSecret(key, ownerOf(userId), secret)}, ${at})
    on conflict (user_id) do update set secret = excluded.secret, made_at = excluded.made_at, last_step = 0
      where f.confirmed_at is null`;
  if (count === 0) throw new Refusal('secondFactorOn');
  return secret;
}

interface Of {
  userId: number;
  at: Date;
}

/** Turns it on; the recovery codes are told here and never again. */
export async function confirmSecret(sql: Transaction, key: Buffer, { userId, at, code }: Of & { code: string }) {
  const [kept] = await sql<Kept[]>`select secret, confirmed_at from second_factors where user_id = ${userId}`;
  if (kept?.confirmedAt) throw new Refusal('secondFactorOn');
  const step = kept && stepNow(key, kept, { userId, at, code: plainCode(code) });
  if (step === undefined) throw new Refusal('wrongSecondFactor');
  const { count } = await sql`
    update second_factors set confirmed_at = ${at}, last_step = ${step}
    where user_id = ${userId} and confirmed_at is null and secret = ${kept!.secret}`;
  if (count === 0) throw new Refusal('wrongSecondFactor');
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryText(randomBytes(RECOVERY_BYTES)));
  const rows = codes.map((text) => ({ userId, codeHash: hashToken(plainCode(text)) }));
  await sql`insert into recovery_codes ${sql(rows)}`;
  return codes;
}

/** Uses up a code of the app, or a recovery code; refuses one that is wrong or was used. Ends with its transaction. */
export async function consumeCode(
  sql: Transaction,
  { secondFactorKey: key }: Pick<Config, 'secondFactorKey'>,
  { userId, at, code }: Of & { code: string },
): Promise<'code' | 'recovery'> {
  const typed = plainCode(code);
  const [kept] = await sql<Kept[]>`
    select secret, confirmed_at from second_factors where user_id = ${userId} and confirmed_at is not null`;
  const step = kept && key && stepNow(key, kept, { userId, at, code: typed });
  if (kept && step !== undefined) {
    // Of two at once with one code the second one waits here, and finds it used.
    const { count } = await sql`
      update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`;
    if (count === 1) return 'code';
  }
  const { count } = await sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hashToken(typed)}`;
  if (count !== 1) throw new Refusal(key ? 'wrongSecondFactor' : 'noSecondFactorKey');
  return 'recovery';
}

function stepNow(key: Buffer, { secret }: Kept, { userId, at, code }: Of & { code: string }): number | undefined {
  const opened = openSecret(key, ownerOf(userId), secret);
  return opened && stepOfCode(opened, code, at);
}

/** Resets that became due before this are over. */
export const openResetsSince = (at: Date): Date => new Date(at.getTime() - FACTOR_RESET_OPEN_DAYS * 86_400_000);

/** Codes and passkeys whose owner has lost them, as somebody of the branch has asked; refuses when that was ended meanwhile. */
export async function endLostFactors(sql: Transaction, { userId, at }: Of): Promise<void> {
  const { count } = await sql`
    delete from second_factor_resets
    where user_id = ${userId} and due_at <= ${at} and due_at > ${openResetsSince(at)}`;
  if (count !== 1) throw new Refusal('secondFactorNeeded');
  await endCodes(sql, userId);
  await sql`delete from passkeys where user_id = ${userId}`;
}

export async function endCodes(sql: Transaction, userId: number): Promise<void> {
  await sql`delete from second_factors where user_id = ${userId}`;
  await sql`delete from recovery_codes where user_id = ${userId}`;
}
