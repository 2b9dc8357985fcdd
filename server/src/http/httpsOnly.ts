// Plain HTTP in production behind https: redirects pages to https and refuses calls, whose token has crossed the network unencrypted.
import type { FastifyInstance } from 'fastify';
import { brandOfRequest } from '../brands/brands.ts';
import type { Context } from '../context.ts';
import { DEVICE_PATH, envelope, isCall } from './errors.ts';
import { portalOf } from './headerTexts.ts';

/** Protocol that the client used: the last entry is written by the proxy nearest to this server, whatever a client sent before. */
const clientProtocol = (header: string | string[] | undefined): string =>
  (
    String(header ?? '')
      .split(',')
      .at(-1) ?? ''
  )
    .trim()
    .toLowerCase();

/** Passes requests without the header, which may be health checks of the proxy, and those of devices, whose protocol is plain HTTP. */
export function requireHttps(app: FastifyInstance, { sql, config }: Pick<Context, 'sql' | 'config'>): void {
  // With `next`, not as a promise: it runs for every frame of a device.
  app.addHook('onRequest', (request, reply, next) => {
    const isRequired = config.production && config.publicUrl.startsWith('https:');
    if (!isRequired || clientProtocol(request.headers['x-forwarded-proto']) !== 'http' || DEVICE_PATH.test(request.url))
      return next();
    if (!isCall(request) && ['GET', 'HEAD'].includes(request.method))
      // To the host name of the brand that was asked for, not to whatever the request names.
      return void brandOfRequest(sql, config, portalOf(request)).then(
        ({ publicUrl }) => reply.redirect(`${publicUrl}${request.url}`, 308),
        next,
      );
    void reply.status(403).send(envelope(request, 'httpsOnly'));
  });
}
