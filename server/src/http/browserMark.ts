// The one cookie: it binds a company's sign-in to the browser that began it. It opens nothing by itself, and no other call gets it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { BrowserMark } from '../context.ts';

const NAME = 'company_sign_in';
/** As long as a visit to a provider may last. */
const SECONDS = 600;
const MARK = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);

export const browserMark = (
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): BrowserMark => ({
  read: () => MARK.exec(request.headers.cookie ?? '')?.[1] ?? '',
  write(mark) {
    const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${NAME}=${mark}; Path=/v2/sign-in/company; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  },
});
