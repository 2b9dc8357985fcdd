// Fetches from hosts that users have named: by https, at checked addresses of the public internet, without redirects, with a timeout and a limited answer.
import { promises as dns, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../limits/networks.ts';

/** Hosts that may be contacted. */
export interface Reach {
  /** Hosts in this network or on this machine that the operator names; all others with such an address are refused. */
  privateHosts: readonly string[];
  /** Hosts that the operator allows, ".example.com" for all its subdomains; undefined: any public host. */
  hosts?: readonly string[] | undefined;
}

export const reachOf = ({ privateTargets, outsideHosts }: Pick<Config, 'privateTargets' | 'outsideHosts'>): Reach => ({
  privateHosts: privateTargets,
  hosts: outsideHosts,
});

const isAllowedPrivate = (host: string, { privateHosts }: Reach): boolean => privateHosts.includes(host);

/** Whether the host is this machine and named by the operator: only there TLS is not needed. */
export const isAllowedLoopback = ({ protocol, hostname }: URL, reach: Reach): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1' && isAllowedPrivate(hostname, reach);

/** Returns the host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns the normalized URL; undefined: it is not allowed, whatever its name resolves to. */
export function allowedUrl(text: string, reach: Reach): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  url.hash = '';
  if (isAllowedLoopback(url, reach)) return url;
  if (url.protocol !== 'https:') return undefined;
  const host = hostOf(url);
  if (isAllowedPrivate(host, reach)) return url;
  const isListed = (allowed: string) => (allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed);
  if (reach.hosts && !reach.hosts.some(isListed)) return undefined;
  return isIP(host) === 0 || isPublicAddress(host) ? url : undefined;
}

/** Resolves a name; replaced in tests. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;
const lookUpAll: Lookup = (host) => dns.lookup(host, { all: true });

/** Thrown when a host resolves into a private network or is not allowed. */
export class BlockedAddressError extends Error {}

export interface FetchRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
  waitMs: number;
  mostBytes: number;
  /** Whether a longer answer is truncated; otherwise it fails. */
  isCut?: boolean;
  reach: Reach;
  find?: Lookup | undefined;
}

export interface NamedAnswer {
  status: number;
  /** Its media type. */
  type: string | undefined;
  bytes: Buffer;
}

/** Fetches from the host. The name is looked up once, so that changing its addresses later has no effect. Throws BlockedAddressError, or if there is no answer in time. */
export async function ssrfSafeFetch(target: URL, asking: FetchRequest): Promise<NamedAnswer> {
  const { method, headers, body, waitMs, mostBytes, isCut = false, reach, find = lookUpAll } = asking;
  const url = allowedUrl(target.href, reach);
  if (!url) throw new BlockedAddressError('not an address of the public internet');
  const signal = AbortSignal.timeout(waitMs);
  const addresses = await addressesOf(url, { reach, find, signal });
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else done(null, first!.address, first!.family);
  };
  return await new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const ownHeaders = {
      'user-agent': 'Heliograph',
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    };
    const pending = request(
      url,
      { method, agent: false, lookup, signal, headers: { ...headers, ...ownHeaders } },
      (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        const done = () => {
          const { statusCode: status = 0, headers: responseHeaders } = response;
          resolve({
            status,
            type: responseHeaders['content-type'],
            bytes: Buffer.concat(pieces).subarray(0, mostBytes),
          });
          pending.destroy();
        };
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          length += piece.length;
          if (length <= mostBytes) return;
          if (isCut) done();
          else pending.destroy(new Error('the answer is too long'));
        });
        response.on('end', done);
        // If a truncated answer is enough, an incomplete one is, too.
        response.on('error', isCut ? done : reject);
      },
    );
    pending.on('error', reject);
    pending.end(body);
  });
}

/** Resolves the host. Throws unless all addresses are public or the operator named it: a name with private and public ones is not trusted. */
async function addressesOf(
  url: URL,
  { reach, find, signal }: { reach: Reach; find: Lookup; signal: AbortSignal },
): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const resolved = family === 0 ? await inTime(find(host), signal) : [{ address: host, family }];
  if (resolved.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  if (!isAllowedPrivate(host, reach) && !resolved.every(({ address }) => isPublicAddress(address)))
    throw new BlockedAddressError('it leads to an address that is not of the public internet');
  return [...resolved];
}

/** Stops waiting for work at the signal, as the system's look-up cannot be cancelled. */
const inTime = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  await Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
