// The description of the v2 calls, generated from the contract: /openapi.json for programs, /api for people.
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { prebuilt } from '../prebuilt.ts';
import { safeHeaders } from '../securityHeaders.ts';
import { API_PAGE_HEADERS, apiPage } from './apiPage.ts';
import { describeCalls } from './describeCalls.ts';

export function serveDescription(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  const describe = (scope?: ApiScope) => describeCalls(config.publicUrl, scope);
  const documents = {
    all: prebuilt(() => JSON.stringify(describe())),
    read: prebuilt(() => JSON.stringify(describe('read'))),
    control: prebuilt(() => JSON.stringify(describe('control'))),
  };
  app.get('/openapi.json', async (request, reply) => {
    const { scope } = request.query as { scope?: unknown };
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8');
    return await documents[scope === 'read' || scope === 'control' ? scope : 'all'](request, reply);
  });

  const page = prebuilt(() => apiPage(describe()));
  app.get('/api', async (request, reply) => {
    reply.headers({ ...safeHeaders(config), ...API_PAGE_HEADERS }).type('text/html; charset=utf-8');
    return await page(request, reply);
  });
}
