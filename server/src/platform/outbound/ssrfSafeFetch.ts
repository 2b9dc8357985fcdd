// Asks hosts that users have named: by https, at addresses of the public internet that were looked at, without following them elsewhere, in time, and reading no more than is wanted.
import { promises as dns, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../limits/networks.ts';

/** In development and tests a program on this very machine is asked, too, and only there without TLS. */
export interface Reach {
  local: boolean;
  /** Those that the operator lets users name, ".example.com" for all below it; undefined: any of the internet. */
  hosts?: readonly string[] | undefined;
}

export const reachOf = ({ production, outsideHosts }: Pick<Config, 'production' | 'outsideHosts'>): Reach => ({
  local: !production,
  hosts: outsideHosts,
});

const isLocal = ({ protocol, hostname }: URL, { local }: Reach): boolean =>
  local && protocol === 'http:' && hostname === '127.0.0.1';

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** As it is kept; undefined: it is never asked, whatever its name leads to. */
export function nameableUrl(text: string, reach: Reach): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  url.hash = '';
  if (isLocal(url, reach)) return url;
  if (url.protocol !== 'https:') return undefined;
  const host = hostOf(url);
  const isListed = (allowed: string) => (allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed);
  if (reach.hosts && !reach.hosts.some(isListed)) return undefined;
  return isIP(host) === 0 || isPublicAddress(host) ? url : undefined;
}

/** How a name is looked up; tests have their own. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;
const lookUpAll: Lookup = (host) => dns.lookup(host, { all: true });

/** It leads into the network that the server stands in, or may not be asked at all. */
export class BlockedAddressError extends Error {}

export interface Asking {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
  waitMs: number;
  mostBytes: number;
  /** A longer answer is cut; else it is none. */
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

/** Throws when nothing is answered in time. The name is looked up once, so that what it leads to a moment later gains nothing. */
export async function ssrfSafeFetch(given: URL, asking: Asking): Promise<NamedAnswer> {
  const { method, headers, body, waitMs, mostBytes, isCut = false, reach, find = lookUpAll } = asking;
  const url = nameableUrl(given.href, reach);
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
    const sent = {
      'user-agent': 'Heliograph',
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    };
    const asked = request(
      url,
      { method, agent: false, lookup, signal, headers: { ...headers, ...sent } },
      (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        const done = () => {
          const { statusCode: status = 0, headers: told } = response;
          resolve({ status, type: told['content-type'], bytes: Buffer.concat(pieces).subarray(0, mostBytes) });
          asked.destroy();
        };
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          length += piece.length;
          if (length <= mostBytes) return;
          if (isCut) done();
          else asked.destroy(new Error('the answer is too long'));
        });
        response.on('end', done);
        // Where a part is enough, what was answered was answered, whether or not all of it came.
        response.on('error', isCut ? done : reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Throws unless each of them is of the internet: a name that leads to both is not trusted. */
async function addressesOf(
  url: URL,
  { reach, find, signal }: { reach: Reach; find: Lookup; signal: AbortSignal },
): Promise<LookupAddress[]> {
  const host = hostOf(url);
  if (isLocal(url, reach)) return [{ address: host, family: 4 }];
  const family = isIP(host);
  const found = family === 0 ? await inTime(find(host), signal) : [{ address: host, family }];
  if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw new BlockedAddressError('it leads to an address that is not of the public internet');
  return [...found];
}

/** The system's own look-up cannot be called off; it is not waited for any longer. */
const inTime = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  await Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
