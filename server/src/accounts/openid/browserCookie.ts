// The portal's only cookie: it binds a company's sign-in to the browser that began it. It grants no access by itself, and is sent to no other call.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { BrowserCookie } from '../../context.ts';

/** Name of the cookie. With https its prefix makes browsers reject a replacement set by a page or host without TLS. `__Host-` would send it with every call. */
const nameOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? '__Secure-company_sign_in' : 'company_sign_in';
/** Maximum duration of a visit to a provider. */
const SECONDS = 600;
const MARKS = /(?:^|;\s*)([\w-]+)=([\w-]{43})(?=;|$)/g;

export const browserCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
): BrowserCookie => ({
  read() {
    const marks = [...(request.headers.cookie ?? '').matchAll(MARKS)];
    return marks.find(([, name]) => name === nameOf(config))?.[2] ?? '';
  },
  write(mark) {
    const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${nameOf(config)}=${mark}; Path=/v2/sign-in/company; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  },
});
