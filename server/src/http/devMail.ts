// The mails of a demonstration, readable at /dev/mail on the machine that runs it. No such address exists in production or with a mail server.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { canonicalAddress } from '../platform/limits/networks.ts';
import {
  MAIL_PATH,
  mailFolder,
  type StoredMail,
  storedMail,
  storedMails,
  storesMail,
} from '../platform/mail/mailFolder.ts';
import { mailListPage, mailPage } from './devMailPage.ts';
import { newNonce, safeHeaders } from './securityHeaders.ts';

type WithId = { Params: { id: string } };

export function serveStoredMails(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  if (config.production || !storesMail(config)) return;
  const folder = mailFolder(config);
  const sendPage = (reply: FastifyReply, page: (nonce: string) => string): FastifyReply => {
    const nonce = newNonce();
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'`;
    return reply
      .headers({ ...safeHeaders(config), 'content-security-policy': policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page(nonce));
  };
  const answerMail = (
    path: string,
    answer: (reply: FastifyReply, mail: StoredMail, id: string) => FastifyReply,
  ): void => {
    app.get<WithId>(`${MAIL_PATH}/:id${path}`, async (request, reply) => {
      const { id } = request.params;
      const mail = isLocal(request) ? await storedMail(folder, id) : undefined;
      return mail ? answer(reply, mail, id) : notFound(reply);
    });
  };
  app.get(MAIL_PATH, async (request, reply) => {
    if (!isLocal(request)) return notFound(reply);
    const mails = await storedMails(folder);
    return sendPage(reply, (nonce) => mailListPage(mails, nonce));
  });
  answerMail('', (reply, mail, id) => sendPage(reply, (nonce) => mailPage({ ...mail, id }, nonce)));
  answerMail('/html', (reply, { html }) =>
    reply
      .headers({
        // Runs nothing and loads nothing; its links open in a tab of their own, which is not restricted.
        'content-security-policy':
          "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(html.replace('<head>', () => '<head><base target="_blank">')),
  );
  answerMail('/attachment', (reply, { attachments: [file] }) =>
    file
      ? reply
          .headers({ 'content-disposition': 'attachment', 'cache-control': 'no-store' })
          .type(file.type)
          .send(Buffer.from(file.content, 'base64'))
      : notFound(reply),
  );
}

/** Answers as for an unknown address. */
function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Whether the request comes from this machine, under a name of it (no other site leads here) and through no proxy: mails contain links that set passwords. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return (
    LOOPBACK.test(canonicalAddress(socket.remoteAddress) ?? '') && LOCAL_HOST.test(headers.host ?? '') && !isForwarded
  );
}
