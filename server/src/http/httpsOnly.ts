// In production behind https: who came to the proxy by plain HTTP is sent to https with a page, and refused with a call, whose token has crossed the network in the open.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { DEVICE_PATH, envelope, isCall } from './errors.ts';

/** The proxy nearest to this server writes the last one, whatever a caller has sent. */
const cameBy = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)!
    .trim()
    .toLowerCase();

/** Without a proxy's word nothing is refused: it may be its look whether the server is there. Devices speak plain HTTP by their protocol. */
export function requireHttps(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  // With `next`, not as a promise: every frame of a device passes here.
  app.addHook('onRequest', (request, reply, next) => {
    const isOpen = config.production && config.publicUrl.startsWith('https:');
    if (!isOpen || cameBy(request.headers['x-forwarded-proto']) !== 'http' || DEVICE_PATH.test(request.url))
      return next();
    if (!isCall(request) && ['GET', 'HEAD'].includes(request.method))
      return void reply.redirect(`${config.publicUrl}${request.url}`, 308);
    void reply.status(403).send(envelope(request, 'httpsOnly'));
  });
}
