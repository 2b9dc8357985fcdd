// Serves pictures of users, plants and products and photos of roofs at unguessable addresses: an <img> sends no session.
import { SID_FORM } from '@heliograph/contract/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';

const NAME = /^[\w-]{22}$/;

export function servePictures(app: FastifyInstance, { sql }: Pick<Context, 'sql'>): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const [picture] = NAME.test(name)
      ? await sql<{ type: string; bytes: Buffer }[]>`select type, bytes from user_pictures where name = ${name}`
      : [];
    return answerPicture(request, reply, picture);
  });
  for (const [path, table] of [
    ['/files/layout/:sid/:name', 'layout_photos'],
    ['/files/site/:sid/:name', 'site_pictures'],
  ] as const) {
    app.get<{ Params: { sid: string; name: string } }>(path, async (request, reply) => {
      const { sid, name } = request.params;
      const [photo] =
        SID_FORM.test(sid) && NAME.test(name)
          ? await sql<{ bytes: Buffer }[]>`select bytes from ${sql(table)} where sid = ${sid} and name = ${name}`
          : [];
      return answerPicture(request, reply, photo && { ...photo, type: 'image/webp' });
    });
  }
  app.get<{ Params: { model: string; name: string } }>('/files/product/:model/:name', async (request, reply) => {
    const { model, name } = request.params;
    const [picture] =
      /^\d{1,10}$/.test(model) && NAME.test(name)
        ? await sql<{ bytes: Buffer }[]>`
            select i.bytes from product_pictures i join products p on p.id = i.product_id
            where p.model = ${model}::bigint and i.name = ${name}`
        : [];
    return answerPicture(request, reply, picture && { ...picture, type: 'image/webp' });
  });
}

function answerPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { type: string; bytes: Buffer } | undefined,
) {
  if (!picture) return answerUnknown(request, reply.header('cache-control', 'no-store'));
  return reply
    .headers({
      'content-type': picture.type,
      // A new picture gets a new address.
      'cache-control': 'private, max-age=31536000, immutable',
      // Nothing in it runs, whatever its bytes are interpreted as.
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(picture.bytes);
}
