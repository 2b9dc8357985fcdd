// Passkeys of accounts (WebAuthn): what a browser has to sign, and whether it did. Bound to the portal's own address.
import { randomBytes } from 'node:crypto';
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MAX_PASSKEYS } from '@heliograph/contract/limits.ts';
import { hashToken } from '../../access/session.ts';
import type { Config } from '../../config.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export const PASSKEY_MINUTES = 5;
/** Loaded with the first passkey: 12 MB that most servers never need. */
export const webAuthn = () => import('@simplewebauthn/server');
/** EdDSA, ES256, RS256: what telephones, keys and Windows have. The library's own list asks Node for what is not finished there. */
export const ALGORITHMS: number[] = [-8, -7, -257];

/** Whom passkeys are for, and the only page that may use them. */
export function partyOf({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

interface Asking {
  /** Whose passkey is to be made; null: of who signs in. */
  userId: number | null;
  at: Date;
}

export async function newChallenge(sql: Sql | Transaction, { userId, at }: Asking): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at)
    values (${hashToken(textOf(challenge))}, ${userId}, ${new Date(at.getTime() + PASSKEY_MINUTES * 60_000)})`;
  return challenge;
}

const textOf = (challenge: Uint8Array): string => Buffer.from(challenge).toString('base64url');

/** The challenge that a browser says it has signed, used up; refuses one that was not asked, of whoever it was. */
async function takeChallenge(sql: Sql | Transaction, { userId, at }: Asking, clientDataJSON: string): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  const { count } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${hashToken(challenge)} and user_id is not distinct from ${userId}::int and expires_at > ${at}`;
  if (count !== 1) throw new Refusal('wrongPasskey');
  return challenge;
}

function challengeOf(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return String(challenge);
  } catch {
    throw new Refusal('wrongPasskey');
  }
}

/** What the library says no to, it throws; whatever it is, the answer is the same. */
async function orRefuse<T>(verification: Promise<T>): Promise<T> {
  return await verification.catch(() => {
    throw new Refusal('wrongPasskey');
  });
}

/** As the library has what a browser may leave out, and without what nobody reads. */
const asLibrary = ({ authenticatorAttachment }: Made | Shown) => ({
  authenticatorAttachment: authenticatorAttachment ?? undefined,
  clientExtensionResults: {},
});

type Made = ParsedRequest<'account/passkeys/add'>['passkey'];
type Shown = ParsedRequest<'sign-in/passkey'>['passkey'];

/** In the change that adds it, as the process itself, while nobody else changes how the account signs in. */
export async function addPasskey(
  sql: Transaction,
  config: Config,
  { userId, at, name, passkey }: { userId: number; at: Date; name: string; passkey: Made },
): Promise<string> {
  const expectedChallenge = await takeChallenge(sql, { userId, at }, passkey.response.clientDataJSON);
  const party = partyOf(config);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      response: { ...passkey, ...asLibrary(passkey) },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new Refusal('wrongPasskey');
  const [kept] = await sql<{ count: number }[]>`
    select count(*)::int as count from passkeys where user_id = ${userId}`;
  if (kept!.count >= MAX_PASSKEYS) throw new Refusal('passkeysFull', { most: MAX_PASSKEYS });
  const { id, publicKey, counter } = registrationInfo.credential;
  const { count } = await sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at)
    values (${id}, ${userId}, ${Buffer.from(publicKey)}, ${counter}, ${name}, ${at}) on conflict (id) do nothing`;
  if (count !== 1) throw new Refusal('wrongPasskey');
  return id;
}

/** Whose passkey was shown, and how often it has signed; refuses what was not signed for this portal, now, by a person. */
export async function checkPasskey(
  sql: Sql,
  config: Config,
  { passkey, at }: { passkey: Shown; at: Date },
): Promise<{ userId: number; counter: number }> {
  const expectedChallenge = await takeChallenge(sql, { userId: null, at }, passkey.response.clientDataJSON);
  const [kept] = await sql<{ userId: number; publicKey: Buffer; counter: string }[]>`
    select user_id, public_key, counter::text as counter from passkeys where id = ${passkey.id}`;
  if (!kept) throw new Refusal('wrongPasskey');
  const party = partyOf(config);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response: {
        ...passkey,
        ...asLibrary(passkey),
        response: { ...passkey.response, userHandle: passkey.response.userHandle ?? undefined },
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.id, publicKey: new Uint8Array(kept.publicKey), counter: Number(kept.counter) },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw new Refusal('wrongPasskey');
  return { userId: kept.userId, counter: authenticationInfo.newCounter };
}
