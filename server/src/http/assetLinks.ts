// Digital asset links: the Android apps that may show this host's pages without an address bar, by the setting ANDROID_APPS.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';
import { portalOf } from './headerTexts.ts';

export function serveAssetLinks(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.get('/.well-known/assetlinks.json', async (request, reply) => {
    const { host } = portalOf(request);
    const apps = config.androidApps.filter((one) => one.host === host);
    if (apps.length === 0) return answerUnknown(request, reply);
    return reply.header('cache-control', 'public, max-age=300').send(
      apps.map(({ packageName, fingerprint }) => ({
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: packageName,
          sha256_cert_fingerprints: [fingerprint],
        },
      })),
    );
  });
}
