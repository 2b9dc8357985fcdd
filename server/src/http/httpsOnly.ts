// Plain HTTP in production behind https: redirects pages to https and refuses calls, whose token has crossed the network unencrypted.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { DEVICE_PATH, envelope, isCall } from './errors.ts';

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
export function requireHttps(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  // With `next`, not as a promise: it runs for every frame of a device.
  app.addHook('onRequest', (request, reply, next) => {
    const isRequired = config.production && config.publicUrl.startsWith('https:');
    if (!isRequired || clientProtocol(request.headers['x-forwarded-proto']) !== 'http' || DEVICE_PATH.test(request.url))
      return next();
    if (!isCall(request) && ['GET', 'HEAD'].includes(request.method))
      return void reply.redirect(`${config.publicUrl}${request.url}`, 308);
    void reply.status(403).send(envelope(request, 'httpsOnly'));
  });
}
