// Security headers: a strict content policy, with a nonce for each page, and no content sniffing.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Headers of every response. Browsers ignore the first over plain HTTP, as in development. A response that is not a page
 * loads nothing, wherever it is opened; pages replace the policy by their own.
 */
export function safeHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

/**
 * A worker obeys the policy of its own response, not its page's. The one that reads bar and QR codes may run WebAssembly
 * (not eval) and fetch it from this server, so no page has to allow it.
 */
export const CODE_WORKER = /\/codes\.worker-[\w-]+\.js(\.\w+)?$/;
export const CODE_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** The service worker fetches pages and files of this server, and loads nothing else. */
export const SERVICE_WORKER = '/worker.js';
export const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Style attributes are allowed: lists and charts position their rows and tooltips with them. */
function contentPolicy(nonce: string, { apiBase, mapTiles }: Pick<Config, 'apiBase' | 'mapTiles'>): string {
  const api = apiBase === '' ? '' : ` ${new URL(apiBase).origin}`;
  const tiles = mapTiles === undefined ? '' : ` ${new URL(mapTiles.url).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    // Pictures of users come from the API's origin, map tiles from the operator's setting.
    `img-src 'self' data: blob:${api}${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function pageHeaders(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl' | 'apiBase' | 'mapTiles'>,
  nonce: string,
): FastifyReply {
  return reply.headers({
    ...safeHeaders(config),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy(nonce, config),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
    // Nonce and portal state are new in each response.
    'cache-control': 'no-store',
  });
}
