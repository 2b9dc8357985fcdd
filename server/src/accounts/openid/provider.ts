// A company's provider of OpenID Connect: where it signs people in, and who somebody is by its signed word (authorization code, PKCE).
import { CALLBACK_PATH } from '@heliograph/contract/companySignIn.ts';
import { email as emailForm, isStorable } from '@heliograph/contract/entities/parts.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
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
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { reachOf, ssrfSafeFetch } from '../../platform/outbound/ssrfSafeFetch.ts';

/** What it tells of itself, its keys, a person: a few KB each. */
const MAX_BYTES = 256 * 1024;
const WAIT_MS = 5_000;
/** OpenID Connect Core, 2. */
const LONGEST_SUBJECT = 255;

export interface ProviderSetting {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

type Around = Pick<Context, 'config' | 'clock' | 'log'>;

export const callbackUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => publicUrl + CALLBACK_PATH;

/** As the provider takes it; what OpenID Connect takes for granted unless something else is said. */
const clientAuth =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const isPosted = ways !== undefined && !ways.includes('client_secret_basic');
    (isPosted ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
  };

/** Refuses with `providerFails` whatever does not speak as the issuer that was named. */
export async function openProvider(
  { config, clock, log }: Around,
  { issuer, clientId, clientSecret }: ProviderSetting,
): Promise<Configuration> {
  const isLocalAllowed = !config.production;
  const server = URL.parse(issuer);
  const isLocal = isLocalAllowed && server?.protocol === 'http:' && server.hostname === '127.0.0.1';
  if (!server || (server.protocol !== 'https:' && !isLocal)) throw fails('https');
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
            waitMs: WAIT_MS,
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
        execute: isLocal ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
      },
    );
    const told = provider.serverMetadata();
    // The library lets some providers speak for many issuers: here it is the one that was named, or none.
    if (URL.parse(told.issuer)?.href !== server.href) throw new Error('it is another issuer');
    for (const address of [told.authorization_endpoint, told.token_endpoint, told.jwks_uri]) {
      const { protocol } = new URL(address ?? '');
      if (protocol !== 'https:' && !(isLocal && protocol === 'http:')) throw new Error('no https');
    }
    return provider;
  } catch (error) {
    log.warn({ reason: reasonOf(error), issuer }, 'a provider of OpenID Connect does not answer as it should');
    throw fails(reasonOf(error));
  }
}

const fails = (reason: string) => new Refusal('providerFails', { reason });

/** In a few words, without what a stranger's server has sent. */
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

export async function whereToGo(
  { config }: Pick<Context, 'config'>,
  provider: Configuration,
  { state, nonce, verifier, account }: Visit & { account: string },
): Promise<string> {
  return buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(config),
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
  /** Lower case; undefined: the provider does not confirm that one belongs to the person. */
  email: string | undefined;
  name: string;
  /** It says that it asked for more than one factor, this time. */
  hasSecondStep: boolean;
}

/** Of `amr` (RFC 8176): what somebody knows, what somebody has or is, and what says at once that it was more than one. */
const KNOWN = ['kba', 'pin', 'pwd'];
const HELD = ['face', 'fpt', 'hwk', 'iris', 'otp', 'pop', 'retina', 'sc', 'sms', 'swk', 'tel', 'vbm'];
const SEVERAL = ['mca', 'mfa'];
/** Of `acr`: OpenID EAP, REFEDS, PAPE. */
const STRONG_CLASSES = [
  ...['phr', 'phrh', 'https://refeds.org/profile/mfa'],
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
];

/** What is not said, or in words of the provider's own, counts as one factor. */
function saysSecondStep({ amr, acr }: Record<string, unknown>): boolean {
  if (typeof acr === 'string' && STRONG_CLASSES.includes(acr)) return true;
  const words: unknown[] = Array.isArray(amr) ? amr : [];
  const isOneOf = (known: readonly string[]) => words.some((word) => known.includes(word as string));
  return isOneOf(SEVERAL) || (isOneOf(KNOWN) && isOneOf(HELD));
}

/** Refuses with `companySignInNotConfirmed` whatever is not signed, fresh, for us and for this very visit. */
export async function verifyIdentity(
  { config, log }: Pick<Context, 'config' | 'log'>,
  provider: Configuration,
  { state, nonce, verifier, ...given }: Visit & Answer,
): Promise<IdentityClaims> {
  const back = new URL(callbackUrl(config));
  back.searchParams.set('state', state);
  for (const field of ['code', 'iss', 'error'] as const) {
    const value = given[field];
    if (value !== undefined) back.searchParams.set(field, value);
  }
  try {
    const tokens = await authorizationCodeGrant(provider, back, {
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
    if (claims.sub.length > LONGEST_SUBJECT || !isStorable(claims.sub)) throw new Error('an odd subject');
    // Some say it as text.
    const isVerified = [true, 'true'].includes(email_verified as boolean | string);
    const address = emailForm.safeParse(email);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: isVerified && address.success ? address.data.toLowerCase() : undefined,
      name: typeof name === 'string' ? name : '',
      // Of the signed token alone.
      hasSecondStep: saysSecondStep(claims),
    };
  } catch (error) {
    // Never whole: it may hold tokens.
    const { issuer } = provider.serverMetadata();
    log.warn({ reason: reasonOf(error), issuer }, 'a sign-in at a provider does not hold');
    throw new Refusal('companySignInNotConfirmed');
  }
}
