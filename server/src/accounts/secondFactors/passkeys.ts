// Passkeys of accounts (WebAuthn): creates challenges and verifies what browsers sign. Passkeys are bound to the portal's address.
import { randomBytes } from 'node:crypto';
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_PASSKEYS } from '@heliograph/contract/limits.ts';
import { hashToken } from '../../access/session.ts';
import type { Brand } from '../../brands/brands.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export const PASSKEY_MINUTES = 5;
/** Loads the library with the first passkey: 12 MB that most servers never need. */
export const webAuthn = () => import('@simplewebauthn/server');
/** EdDSA, ES256, RS256: supported by phones, security keys and Windows. The library's default list needs algorithms that are not finished in Node. */
export const ALGORITHMS: number[] = [-8, -7, -257];

/** Returns the relying party of a brand's address: its id, and the only origin that may use its passkeys. */
export function partyOf({ publicUrl }: Pick<Brand, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

interface ChallengeOwner {
  /** The user who registers a passkey; null: a sign-in, whose user is not known yet. */
  userId: number | null;
  at: Date;
}

export async function newChallenge(
  sql: Sql | Transaction,
  { userId, at }: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at)
    values (${hashToken(textOf(challenge))}, ${userId}, ${new Date(at.getTime() + PASSKEY_MINUTES * 60_000)})`;
  return challenge;
}

const textOf = (challenge: Uint8Array): string => Buffer.from(challenge).toString('base64url');

/** Consumes and returns the challenge that a browser claims to have signed. Refuses with wrongPasskey one that is unknown, expired or of another owner. */
async function consumeChallenge(
  sql: Sql | Transaction,
  { userId, at }: ChallengeOwner,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  const { count } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${hashToken(challenge)} and user_id is not distinct from ${userId}::int and expires_at > ${at}`;
  if (count !== 1) throw new ApiError('wrongPasskey');
  return challenge;
}

function challengeOf(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return String(challenge);
  } catch {
    throw new ApiError('wrongPasskey');
  }
}

/** Refuses with wrongPasskey for every error that the library throws. */
async function orRefuse<T>(verification: Promise<T>): Promise<T> {
  return await verification.catch(() => {
    throw new ApiError('wrongPasskey');
  });
}

/** Converts the fields that a browser may omit to the library's form; leaves out the extension results, which are not used. */
const toLibraryFields = ({ authenticatorAttachment }: Registration | Assertion) => ({
  authenticatorAttachment: authenticatorAttachment ?? undefined,
  clientExtensionResults: {},
});

type Registration = ParsedRequest<'account/passkeys/add'>['passkey'];
type Assertion = ParsedRequest<'sign-in/passkey'>['passkey'];

/** Verifies and stores a new passkey; returns its id. Runs in the change's transaction without row policies, with the account locked. Refuses with wrongPasskey and passkeysFull. */
export async function addPasskey(
  sql: Transaction,
  brand: Pick<Brand, 'publicUrl'>,
  { userId, at, name, passkey }: { userId: number; at: Date; name: string; passkey: Registration },
): Promise<string> {
  const expectedChallenge = await consumeChallenge(sql, { userId, at }, passkey.response.clientDataJSON);
  const party = partyOf(brand);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      response: { ...passkey, ...toLibraryFields(passkey) },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new ApiError('wrongPasskey');
  const [stored] = await sql<{ count: number }[]>`
    select count(*)::int as count from passkeys where user_id = ${userId}`;
  if (stored!.count >= MAX_PASSKEYS) throw new ApiError('passkeysFull', { most: MAX_PASSKEYS });
  const { id, publicKey, counter } = registrationInfo.credential;
  const { count } = await sql`
    insert into passkeys (id, user_id, public_key, counter, name, made_at)
    values (${id}, ${userId}, ${Buffer.from(publicKey)}, ${counter}, ${name}, ${at}) on conflict (id) do nothing`;
  if (count !== 1) throw new ApiError('wrongPasskey');
  return id;
}

/** Verifies a shown passkey; returns its user and its signature counter. Refuses with wrongPasskey one that was not signed for this portal, now, by a verified person. */
export async function checkPasskey(
  sql: Sql,
  brand: Pick<Brand, 'publicUrl'>,
  { passkey, at }: { passkey: Assertion; at: Date },
): Promise<{ userId: number; counter: number }> {
  const expectedChallenge = await consumeChallenge(sql, { userId: null, at }, passkey.response.clientDataJSON);
  const [stored] = await sql<{ userId: number; publicKey: Buffer; counter: string }[]>`
    select user_id, public_key, counter::text as counter from passkeys where id = ${passkey.id}`;
  if (!stored) throw new ApiError('wrongPasskey');
  const party = partyOf(brand);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response: {
        ...passkey,
        ...toLibraryFields(passkey),
        response: { ...passkey.response, userHandle: passkey.response.userHandle ?? undefined },
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.id, publicKey: new Uint8Array(stored.publicKey), counter: Number(stored.counter) },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw new ApiError('wrongPasskey');
  return { userId: stored.userId, counter: authenticationInfo.newCounter };
}
