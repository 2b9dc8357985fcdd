// Credentials and results of sign-in: codes, passkeys (WebAuthn JSON of browsers), scopes of tokens.
import { z } from 'zod';
import { text } from './parts.ts';
import { userInfo } from './user.ts';

const tokenInfo = z.object({
  token: z.string(),
  /** Epoch seconds; renewed by use. */
  expiresAt: z.number().int(),
  /** Seconds: 43200. */
  duration: z.number().int(),
});
export const signedIn = z.object({ userInfo, tokenInfo, siteCount: z.number().int() });

/** Six digits of an authenticator app, or a recovery code. */
export const oneTimeCode = text(40, 1);

/** Scope of an API token: `read` changes nothing. */
export const apiScope = z.enum(['read', 'control']);
export type ApiScope = z.output<typeof apiScope>;

/** Base64url. Phones send a few hundred bytes; a manufacturer's certificate may have a few thousand. */
const bytes = (max: number) => text(max, 1).regex(/^[\w-]+$/);
const shown = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};
export const madePasskey = z.object({
  ...shown,
  response: z.object({ clientDataJSON: bytes(8000), attestationObject: bytes(40_000) }),
});
export const passkeyView = z.object({
  ...shown,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(200).nullish(),
  }),
});

export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
});
