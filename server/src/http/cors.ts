// Allows portals on other hosts (the setting PORTAL_ORIGINS, and host names of brands), and no other page, to call this server from a browser.
import { HEADERS, NEW_TOKEN, REQUEST_ID } from '@heliograph/contract/envelope.ts';
import type { FastifyInstance } from 'fastify';
import { urlAt } from '../brands/brands.ts';
import type { Context } from '../context.ts';

/** No credentials are allowed: a session is sent in a header, never in a cookie. */
export function allowPortals(app: FastifyInstance, { sql, config }: Pick<Context, 'sql' | 'config'>): void {
  const origins = new Set(config.portalOrigins);
  /** Whether the origin is one of the portal's: a page of a brand may call this server under another host name (its API base). */
  async function isPortal(origin: string): Promise<boolean> {
    if (origins.has(origin)) return true;
    const host = URL.parse(origin)?.hostname ?? '';
    if (origin !== new URL(urlAt(host, config)).origin) return false;
    return (await sql`select from brand_hosts where host = ${host}`).length > 0;
  }
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origins.size > 0) reply.header('vary', 'origin');
    // Its own pages send it, too, with every call.
    if (origin === undefined || URL.parse(origin)?.host === request.host || !(await isPortal(origin))) return;
    reply.header('vary', 'origin');
    reply.header('access-control-allow-origin', origin);
    // The name of a download, the session's new token, and the request's id.
    reply.header(
      'access-control-expose-headers',
      ['content-disposition', 'retry-after', NEW_TOKEN, REQUEST_ID].join(', '),
    );
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': ['content-type', ...Object.values(HEADERS)].join(', '),
      'access-control-max-age': '7200',
    });
    return reply.status(204).send();
  });
}
