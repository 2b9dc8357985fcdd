// Real OpenID Connect provider on this machine, with its own people, and a browser that signs in through its pages.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export const CLIENT = { clientId: 'heliograph', clientSecret: 'the secret of the client' };
/** Shorter than the maximum duration of a sign-in. */
export const ID_TOKEN_SECONDS = 300;

export async function openIdProvider(callbackUrl: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((opened) => server.once('listening', opened));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** People by the name they enter, which is their subject. */
  const people = new Map<string, ProviderPerson>();
  /** `twist` modifies an ID token; `says`: additional signed claims, such as the authentication method. */
  const how: { twist: ((idToken: string) => string) | undefined; says: object } = { twist: undefined, says: {} };
  /** Issued tokens, newest last. */
  const given: { id_token: string; access_token: string }[] = [];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' });
  const withMore = (idToken: string): string => {
    const [header, claims] = idToken.split('.') as [string, string];
    const more = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), ...how.says };
    const signed = `${header}.${Buffer.from(JSON.stringify(more)).toString('base64url')}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [callbackUrl],
        // A portal in development uses plain HTTP; at a loopback address, that is for native clients only.
        ...(/^http:\/\/(localhost|127\.0\.0\.1):/.test(callbackUrl) ? { application_type: 'native' as const } : {}),
      },
    ],
    jwks: { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] } as never,
    cookies: { keys: ['a key of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    ttl: { IdToken: ID_TOKEN_SECONDS, AccessToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string; access_token?: string } | undefined;
    if (context.path === '/token' && body?.id_token) body.id_token = withMore(body.id_token);
    if (how.twist && context.path === '/token' && body?.id_token) body.id_token = how.twist(body.id_token);
    if (context.path === '/token' && body?.id_token && body.access_token)
      given.push({ id_token: body.id_token, access_token: body.access_token });
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    how,
    given,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
    /** Signs in as this person through the provider's pages, consents, and returns the parameters of the redirect back. */
    async signIn(url: string, subject: string): Promise<Record<string, string>> {
      const cookies = new Map<string, string>();
      let next: URL = new URL(url);
      let form: URLSearchParams | undefined;
      for (let requests = 0; requests < 12; requests++) {
        const answer: Response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form ? { method: 'POST', body: form } : {}),
        });
        for (const line of answer.headers.getSetCookie()) {
          const [name, value] = line.split(';', 1)[0]!.split('=', 2);
          cookies.set(name!, value!);
        }
        const to = answer.headers.get('location');
        form = undefined;
        if (to?.startsWith(callbackUrl)) return Object.fromEntries(new URL(to).searchParams);
        if (to) next = new URL(to, next);
        else {
          const page = await answer.text();
          const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
          if (prompt === undefined)
            throw new Error(`the provider shows no prompt: ${answer.status} ${page.slice(0, 300)}`);
          form = new URLSearchParams({ prompt, login: subject, password: 'any' });
        }
      }
      throw new Error('the provider did not redirect back');
    },
  };
}

/** Returns a token with the same claims but without a signature. */
export function withoutSignature(idToken: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return `${header}.${idToken.split('.')[1]}.`;
}
