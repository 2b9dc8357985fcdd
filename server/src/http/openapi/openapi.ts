// The description of the v2 calls, generated from the contract, with the name and address of the requested brand: /openapi.json for programs, /api for people.
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Brand, brandOfRequest } from '../../brands/brands.ts';
import type { Context } from '../../context.ts';
import { portalOf } from '../headerTexts.ts';
import { prebuilt } from '../prebuilt.ts';
import { safeHeaders } from '../securityHeaders.ts';
import { API_PAGE_HEADERS, apiPage } from './apiPage.ts';
import { describeCalls } from './describeCalls.ts';

/** Brands are renamed now and then; each name keeps its documents until there are this many. */
const MAX_KEPT = 50;

export function serveDescription(app: FastifyInstance, { sql, config }: Pick<Context, 'sql' | 'config'>): void {
  const kept = new Map<string, ReturnType<typeof documentsOf>>();
  const documentsFor = async (request: FastifyRequest) => {
    const brand = await brandOfRequest(sql, config, portalOf(request));
    const key = `${brand.name} ${brand.publicUrl}`;
    if (kept.size >= MAX_KEPT && !kept.has(key)) kept.clear();
    return kept.getOrInsertComputed(key, () => documentsOf(brand));
  };
  app.get('/openapi.json', async (request, reply) => {
    const { scope } = request.query as { scope?: unknown };
    const documents = await documentsFor(request);
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8');
    return await documents[scope === 'read' || scope === 'control' ? scope : 'all'](request, reply);
  });
  app.get('/api', async (request, reply) => {
    const { page } = await documentsFor(request);
    reply.headers({ ...safeHeaders(config), ...API_PAGE_HEADERS }).type('text/html; charset=utf-8');
    return await page(request, reply);
  });
}

function documentsOf(brand: Brand) {
  const describe = (scope?: ApiScope) => describeCalls(brand, scope);
  return {
    all: prebuilt(() => JSON.stringify(describe())),
    read: prebuilt(() => JSON.stringify(describe('read'))),
    control: prebuilt(() => JSON.stringify(describe('control'))),
    page: prebuilt(() => apiPage(describe())),
  };
}
