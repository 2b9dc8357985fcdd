// The source of a frame: one customer's line counts as one source, whichever of its addresses it uses.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns an IPv4 address unchanged and the /64 of an IPv6 address, as a household has at least one. Text that is no address is returned unchanged. */
export function sourceOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = mappedIpv4(address);
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const written = left.length + right.length + (right.at(-1)?.includes('.') ? 1 : 0);
  const zeros: string[] = tail === undefined ? [] : Array(8 - written).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

function mappedIpv4(address: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Whether an address is in a list of addresses and CIDR ranges; an empty list allows all. */
export function isAllowedSource(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  let list = lists.get(allowed);
  if (!list) {
    list = new BlockList();
    for (const range of allowed) {
      const [start = '', bits] = range.split('/');
      const family = isIPv4(start) ? 'ipv4' : 'ipv6';
      if (bits === undefined) list.addAddress(start, family);
      else list.addSubnet(start, Number(bits), family);
    }
    lists.set(allowed, list);
  }
  const plain = mappedIpv4(address) ?? address.split('%')[0]!;
  if (isIPv4(plain)) return list.check(plain, 'ipv4');
  return isIPv6(plain) && list.check(plain, 'ipv6');
}
