// Pictures of users at their unguessable addresses: an <img> brings no session, and who knows the address was told it.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';

const NAME = /^[\w-]{22}$/;

export function servePictures(app: FastifyInstance, { sql }: Pick<Context, 'sql'>): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const [picture] = NAME.test(name)
      ? await sql<{ type: string; bytes: Buffer }[]>`select type, bytes from user_pictures where name = ${name}`
      : [];
    if (!picture) return answerUnknown(request, reply.header('cache-control', 'no-store'));
    return reply
      .headers({
        'content-type': picture.type,
        // Another picture has another address.
        'cache-control': 'private, max-age=31536000, immutable',
        // Whatever else its bytes may be read as, nothing in it runs.
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture.bytes);
  });
}
