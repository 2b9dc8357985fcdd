// Serves the built web client: hashed files for ever, and the page itself for every address a browser asks for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { portalState } from '../companies/portalState.ts';
import { projectDir } from '../config.ts';
import type { Context } from '../context.ts';
import { smallestPage } from './compress.ts';
import { answerUnknown, isCall } from './errors.ts';
import { firstFilesOf } from './preloadTags.ts';
import { CODE_WORKER, CODE_WORKER_POLICY, newNonce, pageHeaders } from './securityHeaders.ts';

/** Addresses of the portal's predecessor: sent to sign-in (spec.md section 4). */
const PREDECESSOR = /pv_manager\/.*\.php/;

/** The page's own text in this block is what it falls back to without a server. */
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
      // The tag says both when it changed and, with a name for each content, nothing that has to be asked.
      lastModified: false,
      acceptRanges: false,
      // The build's own notes, such as its stamp.
      dotfiles: 'ignore',
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(dist, 'assets'));
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
        // Its name says what it holds: nobody asks whether it is still the same.
        if (hashed) reply.removeHeader('etag');
        if (CODE_WORKER.test(path)) reply.header('content-security-policy', CODE_WORKER_POLICY);
      },
    });
    // With its placeholders it is no page yet.
    app.get('/index.html', (_request, reply) => reply.redirect('/'));
  }

  const pageFor = firstFilesOf(dist, page ?? '');
  const logos = logosOf(dist);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // For who has the link, and for no list of links.
    if (pathOf(request) === PATHS.PublicPlant) reply.header('x-robots-tag', 'noindex, nofollow');
    if (page === null) return notBuilt(reply);
    const nonce = newNonce();
    const portal = await portalState(context);
    // A JSON block ends at "</script": no "<" may stand in it.
    const block = JSON.stringify(portal).replaceAll('<', '\\u003c');
    const html = pageFor(pathOf(request), request.headers['accept-language'])
      .replace('<!--logo-->', () => logos(portal.brandId))
      // Once: texts, which stand behind it, have placeholders of their own.
      .replace('{{nonce}}', () => nonce)
      .replace(PORTAL_BLOCK, (_, opening) => opening + block);
    pageHeaders(reply, context.config, nonce);
    // It holds nothing that whoever led a reader here may choose, so its length tells nothing of the rest.
    return reply.send(await smallestPage(request, reply, html));
  };
  // By name: to the file server "/" is a folder, which it forbids.
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

/** A missing picture or script is a 404, not a page; its address has a file's ending, or a name that begins with a dot. */
function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return (request.headers.accept ?? '').includes('text/html') && !/\.[a-z0-9]{2,5}$|\/(\.|%2e)[^/]*$/i.test(path);
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The web client has not been built yet. Start with "npm start", or build it with "npm run build -w web".\n');
}

/** Answers the drawing of a brand's mark, which the page shows before any script has come; nothing for a brand without one of its own. */
function logosOf(dist: string): (brandId: number) => string {
  const drawings = new Map<number, string>();
  return (brandId) => {
    const file = join(dist, `brand/${brandId}.svg`);
    if (!drawings.has(brandId)) drawings.set(brandId, existsSync(file) ? readFileSync(file, 'utf8') : '');
    return drawings.get(brandId)!;
  };
}
