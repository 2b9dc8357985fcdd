// Files of brands: uploaded marks, and icons of the pixels that browsers and phones ask for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { renderMark, renderMaskable } from '../brands/marks.ts';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';
import { GROUND } from './manifest.ts';

const FILE = /^(?:(light|dark)|(icon|maskable)-(180|192|512))-([\w-]{1,22})\.png$/;
/** Icons in memory: five for each brand, and those of marks that were replaced. */
const MAX_ICONS = 100;

export function serveBrandFiles(app: FastifyInstance, { sql }: Pick<Context, 'sql'>, dist: string): void {
  /** Promises, so that concurrent first requests render an icon once. */
  const icons = new Map<string, Promise<Buffer | undefined>>();

  /** Returns an uploaded mark of that content; undefined: there is none. */
  async function uploaded(id: number, scheme: string, contentId: string): Promise<Buffer | undefined> {
    const [mark] = await sql<{ png: Buffer }[]>`
      select png from brand_marks where brand_id = ${id} and scheme = ${scheme} and content_id = ${contentId}`;
    return mark?.png;
  }

  async function render(id: number, kind: string, pixels: number, contentId: string): Promise<Buffer | undefined> {
    const file = join(dist, `brand/${id}.svg`);
    const own = () => (existsSync(file) ? readFileSync(file) : undefined);
    const mark = contentId === 'own' ? own() : await uploaded(id, 'light', contentId);
    return mark && (await (kind === 'icon' ? renderMark(mark, pixels) : renderMaskable(mark, pixels, GROUND)));
  }

  async function icon(id: number, kind: string, pixels: number, contentId: string): Promise<Buffer | undefined> {
    const key = `${id} ${kind} ${pixels} ${contentId}`;
    if (icons.size >= MAX_ICONS && !icons.has(key)) icons.clear();
    const rendering = icons.getOrInsertComputed(key, () => render(id, kind, pixels, contentId));
    // What failed, or does not exist yet, is tried again.
    const forget = (): void => void icons.delete(key);
    rendering.then((png) => png ?? forget(), forget);
    return await rendering;
  }

  app.get<{ Params: { id: string; file: string } }>('/brand/:id/:file', async (request, reply) => {
    const id = /^\d{1,2}$/.test(request.params.id) ? Number(request.params.id) : -1;
    const [, scheme, kind, pixels, contentId = ''] = FILE.exec(request.params.file) ?? [];
    const png = scheme
      ? await uploaded(id, scheme, contentId)
      : kind
        ? await icon(id, kind, Number(pixels), contentId)
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
}
