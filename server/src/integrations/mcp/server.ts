// MCP server for language models: MCP over HTTP with read-only tools, each of which makes one v2 call as the token's user.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Sessions, tokenOf } from '../../access/session.ts';
import { type Brand, brandOfRequest } from '../../brands/brands.ts';
import type { Context } from '../../context.ts';
import { portalOf } from '../../http/headerTexts.ts';
import { createInternalCall, requesterOf } from '../../http/internalCalls.ts';
import { version } from '../../version.ts';
import { INSTRUCTIONS, TOOLS } from './tools.ts';

export function serveMcp(
  app: FastifyInstance,
  { sql, config, log }: Pick<Context, 'sql' | 'config' | 'log'>,
  sessions: Sessions,
): void {
  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!(await sessions.find(tokenOf(request.headers.authorization))))
        return reply
          .status(401)
          .header('www-authenticate', 'Bearer')
          .send({ code: 401, msg: 'unauthorized', data: {} });
      // One message per request, as in the protocol since 2025-06-18: a batch would be an unlimited number of calls.
      if (Array.isArray(request.body))
        return reply.status(400).send({ code: 400, msg: 'one message a request', data: {} });
      const brand = await brandOfRequest(sql, config, portalOf(request));
      const { fetch: serve } = createMcpHandler(() => serverFor(app, request, brand), {
        // Nothing changes by itself, so there is nothing to subscribe to.
        maxSubscriptions: 0,
        onerror: (error) => log.info({ err: error }, 'mcp'),
      });
      const answer = await serve(asWebRequest(request, brand.publicUrl), { parsedBody: request.body });
      reply.status(answer.status);
      for (const [name, value] of answer.headers) reply.header(name, value);
      return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
    },
  });
}

function asWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  const { method, rawBody } = request;
  return new Request(new URL('/mcp', publicUrl), { method, headers, ...(rawBody ? { body: rawBody } : {}) });
}

/** Creates a server for one request, acting as its sender. */
function serverFor(app: FastifyInstance, request: FastifyRequest, { code, name: title }: Brand): McpServer {
  const ask = createInternalCall(app);
  const server = new McpServer({ name: code, title, version }, { instructions: INSTRUCTIONS });
  for (const { name, title, description, input, path, body, answer } of TOOLS)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (input) => {
        const result = await ask(requesterOf(request), path, body(input));
        if ('refusal' in result)
          return { isError: true, content: [{ type: 'text', text: `${result.refusal.code}: ${result.refusal.msg}` }] };
        // As text alone, which every client passes on: structured content would repeat it, and a model reads each word.
        return { content: [{ type: 'text', text: JSON.stringify(answer(result.data)) }] };
      },
    );
  return server;
}
