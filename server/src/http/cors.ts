// Allows portals on other hosts (the setting PORTAL_ORIGINS), and no other page, to call this server from a browser.
import { HEADERS, NEW_TOKEN } from '@heliograph/contract/envelope.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** No credentials are allowed: a session is sent in a header, never in a cookie. */
export function allowPortals(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  const origins = new Set(config.portalOrigins);
  if (origins.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.has(origin)) return;
    reply.header('access-control-allow-origin', origin);
    // The name of a download, and the session's new token.
    reply.header('access-control-expose-headers', ['content-disposition', 'retry-after', NEW_TOKEN].join(', '));
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': ['content-type', ...Object.values(HEADERS)].join(', '),
      'access-control-max-age': '7200',
    });
    return reply.status(204).send();
  });
}
