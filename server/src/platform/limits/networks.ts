// Parses internet addresses, writes them in one form, and finds the network that limits count by.
import { BlockList, isIP } from 'node:net';

/** Length of the longest IPv6 address as text, with an IPv4 address at its end. */
const MAX_LENGTH = 45;

/** Returns the address in canonical form, an IPv4-mapped IPv6 address as IPv4; undefined for text that is no address, or has a port or a zone. */
export function canonicalAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_LENGTH || text.includes('%')) return undefined;
  const version = isIP(text);
  if (version !== 6) return version === 4 ? text : undefined;
  const groups = groupsOf(text);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const [high = 0, low = 0] = groups.slice(6);
  return isMapped ? ipv4Of(high, low) : canonicalIpv6(text);
}

/** Networks of RFC 6890 that do not exist on the public internet: loopback, private, carrier-grade NAT, documentation and tests. */
const NOT_PUBLIC_IPV4 = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC_IPV4.addSubnet(address, bits, 'ipv4');
/** IPv6 has one allocated range, in which some networks lead to IPv4 addresses or to nobody. */
const ALLOCATED_IPV6 = new BlockList();
ALLOCATED_IPV6.addSubnet('2000::', 3, 'ipv6');
const NOT_PUBLIC_IPV6 = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC_IPV6.addSubnet(address, bits, 'ipv6');

/** Whether the address is on the public internet, so neither this machine nor in the operator's network. */
export function isPublicAddress(text: string): boolean {
  const address = canonicalAddress(text);
  if (address === undefined) return false;
  if (!address.includes(':')) return !NOT_PUBLIC_IPV4.check(address, 'ipv4');
  return ALLOCATED_IPV6.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6');
}

/**
 * Returns the network that limits count by: an IPv4 address, or the /64 of an IPv6 address, as each customer has at least
 * that many. `bits`: 48 where a whole site must count as one.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  const canonical = canonicalAddress(address) ?? '';
  if (!canonical.includes(':')) return canonical;
  const first = groupsOf(canonical).slice(0, bits / 16);
  return `${first.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Compressed and lower case, as in the URL standard. */
function canonicalIpv6(ipv6: string): string {
  return new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
}

function groupsOf(ipv6: string): number[] {
  const [head = '', tail] = canonicalIpv6(ipv6).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
