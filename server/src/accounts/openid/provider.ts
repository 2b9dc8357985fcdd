// Client of a company's OpenID Connect provider: sends people to its sign-in and verifies their identity by its signed token (authorization code, PKCE).
import { CALLBACK_PATH } from '@heliograph/contract/companySignIn.ts';
import { email as emailForm, isStorable } from '@heliograph/contract/entities/parts.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { Brand } from '../../brands/brands.ts';
import type { Context } from '../../context.ts';
import { isAllowedLoopback, reachOf, ssrfSafeFetch } from '../../platform/outbound/ssrfSafeFetch.ts';

/** Maximum size of a provider's answer; metadata, keys and user info are a few KB each. */
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;
/** Maximum length of `sub`: OpenID Connect Core, section 2. */
const MAX_SUBJECT_LENGTH = 255;

export interface ProviderSetting {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

type ProviderContext = Pick<Context, 'config' | 'clock' | 'log'>;

/** Address to which a provider sends browsers back, on the host name of the brand where the visit began. */
export const callbackUrl = ({ publicUrl }: Pick<Brand, 'publicUrl'>): string => publicUrl + CALLBACK_PATH;

/** Client authentication by a method that the provider supports; `client_secret_basic` is the default of OpenID Connect. */
const clientAuth =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPosted = methods !== undefined && !methods.includes('client_secret_basic');
    (isPosted ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
  };

/** Returns the discovered provider. Refuses with `providerFails` one that does not answer as the given issuer. */
export async function openProvider(
  { config, clock, log }: ProviderContext,
  { issuer, clientId, clientSecret }: ProviderSetting,
): Promise<Configuration> {
  const server = URL.parse(issuer);
  const isHere = server !== null && isAllowedLoopback(server, reachOf(config));
  if (!server || (server.protocol !== 'https:' && !isHere)) throw providerFails('https');
  try {
    const provider = await discovery(
      server,
      clientId,
      // The server's clock is the one that counts (clock.ts).
      { [clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000) },
      clientAuth(clientSecret),
      {
        timeout: 10,
        [customFetch]: async (url, { method, headers, body }) => {
          const { status, type, bytes } = await ssrfSafeFetch(new URL(url), {
            method,
            headers,
            waitMs: TIMEOUT_MS,
            mostBytes: MAX_BYTES,
            reach: reachOf(config),
            body: body === null || body === undefined ? undefined : String(body),
          });
          const isEmpty = [101, 204, 205, 304].includes(status);
          return new Response(isEmpty ? null : new Uint8Array(bytes), {
            status,
            headers: type === undefined ? {} : { 'content-type': type },
          });
        },
        execute: isHere ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
      },
    );
    const metadata = provider.serverMetadata();
    // The library lets some providers answer for many issuers; only the given one is accepted.
    if (URL.parse(metadata.issuer)?.href !== server.href) throw new Error('it is another issuer');
    for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
      const { protocol } = new URL(address ?? '');
      if (protocol !== 'https:' && !(isHere && protocol === 'http:')) throw new Error('no https');
    }
    return provider;
  } catch (error) {
    log.warn({ reason: reasonOf(error), issuer }, 'a provider of OpenID Connect does not answer as it should');
    throw providerFails(reasonOf(error));
  }
}

const providerFails = (reason: string) => new ApiError('providerFails', { reason });

/** Returns the reason in at most 160 characters, without content sent by the foreign server. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: unknown };
  const inner = cause instanceof Error ? cause.message : '';
  return `${message}${inner === '' ? '' : `: ${inner}`}`.slice(0, 160);
}

export interface Visit {
  state: string;
  nonce: string;
  verifier: string;
}

export async function authorizationUrl(
  brand: Pick<Brand, 'publicUrl'>,
  provider: Configuration,
  { state, nonce, verifier, account }: Visit & { account: string },
): Promise<string> {
  return buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(brand),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: account,
    state,
    nonce,
  }).href;
}

export interface Answer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

export interface IdentityClaims {
  issuer: string;
  subject: string;
  /** Lower case; undefined: the provider confirms no address of the person. */
  email: string | undefined;
  name: string;
  /** Whether the provider reports that this sign-in used more than one factor. */
  hasSecondStep: boolean;
}

/** Values of `amr` (RFC 8176): factors of knowledge, factors of possession or inherence, and values that stand for several factors. */
const KNOWLEDGE = ['kba', 'pin', 'pwd'];
const POSSESSION = ['face', 'fpt', 'hwk', 'iris', 'otp', 'pop', 'retina', 'sc', 'sms', 'swk', 'tel', 'vbm'];
const SEVERAL = ['mca', 'mfa'];
/** Values of `acr` that stand for several factors: OpenID EAP, REFEDS, PAPE. */
const STRONG_CLASSES = [
  ...['phr', 'phrh', 'https://refeds.org/profile/mfa'],
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
];

/** Whether the claims report several factors. Missing or provider-specific values count as one factor. */
function reportsSecondFactor({ amr, acr }: Record<string, unknown>): boolean {
  if (typeof acr === 'string' && STRONG_CLASSES.includes(acr)) return true;
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  const isOneOf = (known: readonly string[]) => methods.some((method) => known.includes(method as string));
  return isOneOf(SEVERAL) || (isOneOf(KNOWLEDGE) && isOneOf(POSSESSION));
}

/** Returns the person's claims. Refuses with `companySignInNotConfirmed` a token that is unsigned, stale, for another client or for another visit. */
export async function verifyIdentity(
  { log }: Pick<Context, 'log'>,
  brand: Pick<Brand, 'publicUrl'>,
  provider: Configuration,
  { state, nonce, verifier, ...answer }: Visit & Answer,
): Promise<IdentityClaims> {
  const callback = new URL(callbackUrl(brand));
  callback.searchParams.set('state', state);
  for (const field of ['code', 'iss', 'error'] as const) {
    const value = answer[field];
    if (value !== undefined) callback.searchParams.set(field, value);
  }
  try {
    const tokens = await authorizationCodeGrant(provider, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const { email, email_verified, name } =
      typeof claims.email === 'string' || provider.serverMetadata().userinfo_endpoint === undefined
        ? claims
        : await fetchUserInfo(provider, tokens.access_token, claims.sub);
    if (claims.sub.length > MAX_SUBJECT_LENGTH || !isStorable(claims.sub)) throw new Error('invalid subject');
    // Some providers send it as text.
    const isVerified = [true, 'true'].includes(email_verified as boolean | string);
    const address = emailForm.safeParse(email);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: isVerified && address.success ? address.data.toLowerCase() : undefined,
      name: typeof name === 'string' ? name : '',
      // From the signed token only, not from user info.
      hasSecondStep: reportsSecondFactor(claims),
    };
  } catch (error) {
    // Only the reason: the whole error may contain tokens.
    const { issuer } = provider.serverMetadata();
    log.warn({ reason: reasonOf(error), issuer }, 'a sign-in at a provider does not hold');
    throw new ApiError('companySignInNotConfirmed');
  }
}
