// The description of the v2 calls, generated from the contract: /openapi.json for programs, /api for people.
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { compressed } from '../compress.ts';
import { newNonce, pageHeaders } from '../securityHeaders.ts';
import { apiPage } from './apiPage.ts';
import { type Description, describeCalls } from './describeCalls.ts';

export function serveDescription(app: FastifyInstance, { config }: Context): void {
  // Generated on the first request: describing all calls takes half a second, which would delay every start.
  const texts = new Map<ApiScope | 'all', string>();
  let description: Description | undefined;
  const textOf = (scope: ApiScope | 'all'): string => {
    const known = texts.get(scope);
    if (known !== undefined) return known;
    const text = JSON.stringify(describeCalls(config.publicUrl, scope === 'all' ? undefined : scope));
    texts.set(scope, text);
    return text;
  };
  app.get('/openapi.json', { onSend: compressed }, async ({ query }, reply) => {
    const { scope } = query as { scope?: unknown };
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
      .type('application/json; charset=utf-8')
      .send(textOf(scope === 'read' || scope === 'control' ? scope : 'all'));
  });
  app.get('/api', async (_request, reply) => {
    const nonce = newNonce();
    description ??= describeCalls(config.publicUrl);
    return pageHeaders(reply, config, nonce).send(apiPage(description, nonce));
  });
}
