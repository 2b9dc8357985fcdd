// Means of sign-in other than passwords, for tests: authenticator apps, software passkeys and API tokens.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Request } from '@heliograph/contract/calls.ts';
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import { hashToken, newSessionToken } from '../src/access/session.ts';
import { codeOfStep, stepAt } from '../src/accounts/secondFactors/oneTimeCodes.ts';
import { confirmSecret, makeSecret } from '../src/accounts/secondFactors/secondFactors.ts';
import { API_TOKEN_PREFIX } from '../src/accounts/sessions/tokenSignIn.ts';
import type { Sql } from '../src/platform/database/connect.ts';

export const SECOND_FACTOR_KEY = '5a'.repeat(32);
const key = Buffer.from(SECOND_FACTOR_KEY, 'hex');

/** Returns the code of a base-32 secret. */
export function codeOf(secret: string, at: Date, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  return codeOfStep(Buffer.from(bytes), stepAt(at) + steps);
}

/** Enables an authenticator app for an account and returns its next code. */
export async function makeSecondFactor(
  sql: Sql,
  { userId, at, isConfirmed = true }: { userId: number; at: Date; isConfirmed?: boolean },
): Promise<string> {
  return await sql.begin(async (tx) => {
    const secret = await makeSecret(tx, key, { userId, at });
    if (!isConfirmed) return codeOfStep(secret, stepAt(at));
    await confirmSecret(tx, key, { userId, at, code: codeOfStep(secret, stepAt(at)) });
    return codeOfStep(secret, stepAt(at) + 1);
  });
}

export async function makePasskey(sql: Sql, { userId }: { userId: number }): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  await sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at)
    values (${id}, ${userId}, ${randomBytes(77)}, 0, 'Telephone', now())`;
  return id;
}

/** Creates an API token of an account in its first company. */
export async function makeApiToken(
  sql: Sql,
  { userId, at, scope = 'read', days = 30 }: { userId: number; at: Date; scope?: ApiScope; days?: number },
): Promise<{ id: number; token: string }> {
  const token = `${API_TOKEN_PREFIX}${newSessionToken()}`;
  const [made] = await sql<{ id: number }[]>`
    insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at, api_name, api_scope)
    select ${hashToken(token)}, user_id, company_id, role_id, ${at}, ${at}, ${new Date(at.getTime() + days * 86_400_000)}, 'Program', ${scope}
    from memberships where user_id = ${userId} order by company_id limit 1 returning id`;
  return { id: made!.id, token };
}

type Made = Request<'account/passkeys/add'>['passkey'];
type Shown = Request<'sign-in/passkey'>['passkey'];

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

/** Creates a passkey like a phone's (ES256, no attestation) for a page of this origin. */
export function softPasskey(origin: string): {
  id: string;
  make(challenge: string): Made;
  show(challenge: string, how?: { isVerified?: boolean; counter?: number }): Shown;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest();
  const dataOf = (flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counted, rest]);
  };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const text = (bytes: Buffer) => bytes.toString('base64url');
  // CBOR, encoded by hand: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, and {fmt: "none", attStmt: {}, authData: bytes}.
  const coseKey = Buffer.concat([
    ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
    ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
  ]);
  return {
    id,
    make(challenge) {
      const size = Buffer.alloc(2);
      size.writeUInt16BE(rawId.length);
      const data = dataOf(PRESENT | VERIFIED | HAS_KEY, 0, Buffer.concat([Buffer.alloc(16), size, rawId, coseKey]));
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        ...[Buffer.from([0x58, data.length]), data],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: text(client('webauthn.create', challenge)), attestationObject: text(attestation) },
      };
    },
    show(challenge, { isVerified = true, counter = 0 } = {}) {
      const data = dataOf(PRESENT | (isVerified ? VERIFIED : 0), counter);
      const clientData = client('webauthn.get', challenge);
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData),
          authenticatorData: text(data),
          signature: text(sign('sha256', signed, privateKey)),
        },
      };
    },
  };
}
