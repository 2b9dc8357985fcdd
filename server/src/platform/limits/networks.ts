// Internet addresses as text: what is one, how it is written, and which network stands for whoever uses it.
import { BlockList, isIP } from 'node:net';

/** The longest IPv6 address in text, with an IPv4 address at its end. */
const LONGEST = 45;

/** The address in its usual form, an IPv4 address out of its IPv6 clothes; undefined for text that is none, or has a port or a zone. */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST || text.includes('%')) return undefined;
  const version = isIP(text);
  if (version !== 6) return version === 4 ? text : undefined;
  const groups = groupsOf(text);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? ipv4Of(groups[6]!, groups[7]!) : usualForm(text);
}

/** Networks of RFC 6890 that are nobody's on the internet: of this machine, of a house, of a provider's inside, of tests. */
const INSIDE = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  '224.0.0.0/3',
]) {
  const [address, bits] = network.split('/');
  INSIDE.addSubnet(address!, Number(bits), 'ipv4');
}
/** Of IPv6 what is given out, without what leads to IPv4 addresses or to nobody. */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6');
const NOT_GIVEN_OUT = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_GIVEN_OUT.addSubnet(address, bits, 'ipv6');

/** Of the public internet, where neither this machine nor the operator's network is. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  if (address === undefined) return false;
  if (!address.includes(':')) return !INSIDE.check(address, 'ipv4');
  return GIVEN_OUT.check(address, 'ipv6') && !NOT_GIVEN_OUT.check(address, 'ipv6');
}

/**
 * What limits count by: an IPv4 address is somebody; of IPv6 a customer has at least a /64 to choose addresses from.
 * `bits`: 64, or 48 where a whole site must count as one.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  const plain = plainAddress(address) ?? '';
  if (!plain.includes(':')) return plain;
  const first = groupsOf(plain).slice(0, bits / 16);
  return `${first.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Compressed and lower case, as the URL standard writes it. */
function usualForm(ipv6: string): string {
  return new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
}

function groupsOf(ipv6: string): number[] {
  const [head = '', tail] = usualForm(ipv6).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
