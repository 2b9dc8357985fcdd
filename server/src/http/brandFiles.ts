// Files of brands: uploaded marks, icons of the pixels that browsers and phones ask for, and the manifest of the requested brand.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { brandOfRequest, presentBrand } from '../brands/brands.ts';
import { renderMark } from '../brands/marks.ts';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';
import { portalOf } from './headerTexts.ts';

const FILE = /^(?:(light|dark)|icon-(180|192|512))-([\w-]{1,22})\.png$/;
/** Icons in memory: three for each brand, and those of marks that were replaced. */
const MAX_ICONS = 100;

export function serveBrandFiles(
  app: FastifyInstance,
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  dist: string,
): void {
  /** Promises, so that concurrent first requests render an icon once. */
  const icons = new Map<string, Promise<Buffer | undefined>>();

  /** Returns an uploaded mark of that content; undefined: there is none. */
  async function uploaded(id: number, scheme: string, contentId: string): Promise<Buffer | undefined> {
    const [mark] = await sql<{ png: Buffer }[]>`
      select png from brand_marks where brand_id = ${id} and scheme = ${scheme} and content_id = ${contentId}`;
    return mark?.png;
  }

  async function render(id: number, pixels: number, contentId: string): Promise<Buffer | undefined> {
    const file = join(dist, `brand/${id}.svg`);
    const own = () => (existsSync(file) ? readFileSync(file) : undefined);
    const mark = contentId === 'own' ? own() : await uploaded(id, 'light', contentId);
    return mark && (await renderMark(mark, pixels));
  }

  async function icon(id: number, pixels: number, contentId: string): Promise<Buffer | undefined> {
    const key = `${id} ${pixels} ${contentId}`;
    if (icons.size >= MAX_ICONS && !icons.has(key)) icons.clear();
    const rendering = icons.getOrInsertComputed(key, () => render(id, pixels, contentId));
    // What failed, or does not exist yet, is tried again.
    const forget = (): void => void icons.delete(key);
    rendering.then((png) => png ?? forget(), forget);
    return await rendering;
  }

  app.get<{ Params: { id: string; file: string } }>('/brand/:id/:file', async (request, reply) => {
    const id = /^\d{1,2}$/.test(request.params.id) ? Number(request.params.id) : -1;
    const [, scheme, pixels, contentId = ''] = FILE.exec(request.params.file) ?? [];
    const png = scheme
      ? await uploaded(id, scheme, contentId)
      : pixels
        ? await icon(id, Number(pixels), contentId)
        : undefined;
    if (!png) return answerUnknown(request, reply.header('cache-control', 'no-store'));
    return reply
      .headers({
        'content-type': 'image/png',
        // The address changes with the content, except that of an icon that ships with the portal.
        'cache-control': `public, max-age=${contentId === 'own' ? 300 : 31536000}`,
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(png);
  });

  app.get('/manifest.webmanifest', async (request, reply) => {
    const { name, accent, marks } = presentBrand(await brandOfRequest(sql, config, portalOf(request)));
    const sizes = { icon192: '192x192', icon512: '512x512' } as const;
    return reply.headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=300' }).send({
      ...{ name, short_name: name, id: '/', start_url: '/', display: 'standalone' },
      ...{ background_color: '#F6F7F9', theme_color: accent.light },
      icons: Object.entries(sizes).map(([icon, size]) => ({
        src: marks[icon as keyof typeof sizes],
        sizes: size,
        type: 'image/png',
      })),
    });
  });
}
