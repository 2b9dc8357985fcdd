// The web app manifest of the requested brand, in the browser's language: how phones and computers install the portal as an app.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { languageOfTag, localeOf } from '@heliograph/contract/envelope.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { FastifyInstance } from 'fastify';
import { brandOfRequest, presentBrand } from '../brands/brands.ts';
import type { Context } from '../context.ts';
import { portalOf } from './headerTexts.ts';
import { builtTexts } from './preloadTags.ts';

/** Ground of the splash screen and of maskable icons: that of pages in the light scheme. */
export const GROUND = '#F6F7F9';
/** Pages that a long press on the app's icon offers, of those that every role has. */
const SHORTCUTS = ['PvPlant', 'Alerts'] as const;
/** Pictures of the guide that the installation dialog shows; all have the same size. */
const SCREENSHOTS = ['plants', 'energy', 'roof'];

export function serveManifest(
  app: FastifyInstance,
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  dist: string,
): void {
  const pictureOf = (name: string, language: string): string => {
    const own = `/guides/${name}.${language}.webp`;
    return existsSync(join(dist, own)) ? own : `/guides/${name}.en.webp`;
  };
  app.get('/manifest.webmanifest', async (request, reply) => {
    const brand = presentBrand(await brandOfRequest(sql, config, portalOf(request)));
    const { name, accent, marks } = brand;
    const language = languageOfTag(request.headers['accept-language'] ?? '') ?? brand.language;
    const icons = [
      { src: marks.icon192, sizes: '192x192' },
      { src: marks.icon512, sizes: '512x512' },
    ];
    const { menu = {} } = builtTexts(dist, language, 'shell') as { menu?: Record<string, string> };
    return reply
      .headers({
        'content-type': 'application/manifest+json',
        'cache-control': 'public, max-age=300',
        vary: 'accept-language',
      })
      .send({
        ...{ name, short_name: name, id: '/', start_url: '/', scope: '/', display: 'standalone' },
        ...{ lang: localeOf(language), dir: 'ltr', background_color: GROUND, theme_color: accent.light },
        icons: [
          ...icons.map((icon) => ({ ...icon, type: 'image/png', purpose: 'any' })),
          ...icons.map(({ src, sizes }) => ({
            ...{ src: src.replace('/icon-', '/maskable-'), sizes, type: 'image/png', purpose: 'maskable' },
          })),
        ],
        shortcuts: SHORTCUTS.flatMap((page) => (menu[page] ? [{ name: menu[page], url: PATHS[page] }] : [])),
        screenshots: SCREENSHOTS.map((picture) => ({
          ...{ src: pictureOf(picture, language), sizes: '1280x800', type: 'image/webp', form_factor: 'wide' },
        })),
      });
  });
}
