// Serves the built web client: hashed files that never expire, and the page itself for every other address that a browser requests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import { isStorable } from '@heliograph/contract/entities/parts.ts';
import { PATHS, pageAt } from '@heliograph/contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Brand, brandOfRequest, brandTitled } from '../brands/brands.ts';
import { DEFAULT_BRAND } from '../brands/defaultBrands.ts';
import { portalState } from '../companies/portalState.ts';
import { projectDir } from '../config.ts';
import type { Context } from '../context.ts';
import { escaped } from '../platform/texts/escaped.ts';
import { serveAssetLinks } from './assetLinks.ts';
import { serveBrandFiles } from './brandFiles.ts';
import { compressPage } from './compress.ts';
import { answerUnknown, isCall } from './errors.ts';
import { portalOf } from './headerTexts.ts';
import { serveManifest } from './manifest.ts';
import { preloadTags } from './preloadTags.ts';
import {
  CODE_WORKER,
  CODE_WORKER_POLICY,
  newNonce,
  pageHeaders,
  SERVICE_WORKER,
  SERVICE_WORKER_POLICY,
} from './securityHeaders.ts';

/** Addresses of the portal's predecessor: sent to sign-in (spec.md section 4). */
const PREDECESSOR = /pv_manager\/.*\.php/;

/** The block's own text is the page's fallback without a server. */
const TITLE = `<title>${DEFAULT_BRAND.name}</title>`;
const ICON = '/brand/0.svg';
const TOUCH_ICON = '/brand/0/icon-180-own.png';
const PORTAL_BLOCK = /(<script[^>]*\bid="portal"[^>]*>)[^<]*/;

export async function serveWeb(
  app: FastifyInstance,
  context: Context,
  dist: string = join(projectDir, 'web/dist'),
): Promise<void> {
  const page = existsSync(join(dist, 'index.html')) ? readFileSync(join(dist, 'index.html'), 'utf8') : null;
  if (page !== null) {
    await app.register(serveFiles, {
      root: dist,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // The etag is enough; hashed names need neither.
      lastModified: false,
      acceptRanges: false,
      // The build's own notes, such as its stamp.
      dotfiles: 'ignore',
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(dist, 'assets'));
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
        // The name changes with the content, so there is nothing to revalidate.
        if (hashed) reply.removeHeader('etag');
        if (CODE_WORKER.test(path)) reply.header('content-security-policy', CODE_WORKER_POLICY);
        if (path.startsWith(join(dist, SERVICE_WORKER))) {
          reply.headers({ 'content-security-policy': SERVICE_WORKER_POLICY, 'cache-control': 'no-cache' });
        }
      },
    });
    // The file itself still contains placeholders.
    app.get('/index.html', (_request, reply) => reply.redirect('/'));
  }

  serveBrandFiles(app, context, dist);
  serveManifest(app, context, dist);
  serveAssetLinks(app, context);
  const pageFor = preloadTags(dist, page ?? '');
  const logos = brandLogos(dist);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // For people with the link, not for search engines.
    if (pathOf(request) === PATHS.PublicPlant) reply.header('x-robots-tag', 'noindex, nofollow');
    if (page === null) return notBuilt(reply);
    const nonce = newNonce();
    const portal = await portalState(context, await brandOfPage(context, request));
    const { name, marks } = portal.brand;
    // A JSON block ends at "</script", so it must not contain "<".
    const block = JSON.stringify(portal).replaceAll('<', '\\u003c');
    const html = pageFor(pathOf(request), request.headers['accept-language'])
      .replace('<!--logo-->', () => logos(marks.light))
      .replace(ICON, marks.light)
      .replace(TOUCH_ICON, marks.icon180)
      .replace(TITLE, () => `<title>${escaped(name)}</title>`)
      // Once: texts, which follow it, have placeholders of their own.
      .replace('{{nonce}}', () => nonce)
      .replace(PORTAL_BLOCK, (_, opening) => opening + block);
    pageHeaders(reply, { ...context.config, apiBase: portal.apiBase }, nonce);
    // Nothing in it can be chosen by somebody who sent the reader here, so its length reveals nothing.
    return reply.send(await compressPage(request, reply, html));
  };
  // Explicit, as the file server takes "/" for a folder, which it forbids.
  app.get('/', (request, reply) => sendPage(request, reply));

  app.setNotFoundHandler(async (request, reply) => {
    if (!isGet(request)) return answerUnknown(request, reply);
    if (PREDECESSOR.test(request.url)) return reply.redirect('/');
    if (isCall(request) || !wantsPage(request)) return answerUnknown(request, reply);
    return await sendPage(request, reply);
  });
}

function isGet({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

/** False for files, recognized by an extension or a name that begins with a dot: a missing picture or script is a 404, not a page. */
function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return (request.headers.accept ?? '').includes('text/html') && !/\.[a-z0-9]{2,5}$|\/(\.|%2e)[^/]*$/i.test(path);
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The web client has not been built yet. "npm start" builds it.\n');
}

/** Returns the brand of a page's host name; the page of a new password may have another one, named in its address (`title`), with an unchanged API base. */
async function brandOfPage({ sql, config }: Context, request: FastifyRequest): Promise<Brand> {
  const brand = await brandOfRequest(sql, config, portalOf(request));
  if (pageAt(pathOf(request))?.name !== 'ResetPwd') return brand;
  const title = URL.parse(request.url, config.publicUrl)?.searchParams.get('title');
  const titled = title && isStorable(title) ? await brandTitled(sql, config, title) : undefined;
  return titled ? { ...titled, apiBase: brand.apiBase } : brand;
}

/** Returns a function for the HTML of a mark, which the page shows before any script has loaded; '' for one that is missing. */
function brandLogos(dist: string): (mark: string) => string {
  const logos = new Map<string, string>();
  return (mark) => {
    if (!mark.endsWith('.svg')) return `<img src="${mark}" width="32" height="32" alt="">`;
    return logos.getOrInsertComputed(mark, () => {
      const file = join(dist, mark);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    });
  };
}
