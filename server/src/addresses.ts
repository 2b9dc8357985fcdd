// Internet addresses as text: what is one, how it is written, and which network stands for whoever uses it.
import { isIP } from 'node:net';

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
