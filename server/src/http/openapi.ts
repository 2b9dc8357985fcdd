// The description of the v2 calls, generated from the contract: /openapi.json for programs, /api for people.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { apiPage } from './apiPage.ts';
import { compressed } from './compress.ts';
import { describeCalls } from './describeCalls.ts';
import { newNonce, pageHeaders } from './pageHeaders.ts';

export function serveDescription(app: FastifyInstance, { config }: Context): void {
  const description = describeCalls(config.publicUrl);
  const texts = {
    all: JSON.stringify(description),
    read: JSON.stringify(describeCalls(config.publicUrl, 'read')),
    control: JSON.stringify(describeCalls(config.publicUrl, 'control')),
  };
  app.get('/openapi.json', { onSend: compressed }, async ({ query }, reply) => {
    const { scope } = query as { scope?: unknown };
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
      .type('application/json; charset=utf-8')
      .send(texts[scope === 'read' || scope === 'control' ? scope : 'all']);
  });
  app.get('/api', async (_request, reply) => {
    const nonce = newNonce();
    return pageHeaders(reply, config, nonce).send(apiPage(description, nonce));
  });
}
