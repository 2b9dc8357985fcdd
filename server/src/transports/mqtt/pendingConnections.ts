// Connections without a CONNECT yet. When their limit is reached, the oldest one of the network with the most of them is evicted, so that one network cannot lock out the others.
import { networkOf } from '../../platform/limits/networks.ts';

interface Evictable {
  /** Closes the connection immediately. */
  evict(): void;
}

export interface PendingConnections<C extends Evictable> {
  add(connection: C, address: string): void;
  /** Call it when the connection has sent its CONNECT or has closed. */
  remove(connection: C): void;
  /** Evicts the oldest connection of the network with the most; returns false if there is none. */
  evictOldest(): boolean;
}

export function createPendingConnections<C extends Evictable>(): PendingConnections<C> {
  // By wide and narrow network; a set keeps the order of arrival.
  const wideNetworks = new Map<string, Map<string, Set<C>>>();
  const networksOf = new Map<C, { wide: string; narrow: string }>();

  return {
    add(connection, address) {
      const key = { wide: wideNetworkOf(address), narrow: networkOf(address) };
      const networks = wideNetworks.get(key.wide) ?? new Map<string, Set<C>>();
      const connections = networks.get(key.narrow) ?? new Set<C>();
      networksOf.set(connection, key);
      wideNetworks.set(key.wide, networks.set(key.narrow, connections.add(connection)));
    },
    remove(connection) {
      const key = networksOf.get(connection);
      if (!key) return;
      networksOf.delete(connection);
      const networks = wideNetworks.get(key.wide)!;
      const connections = networks.get(key.narrow)!;
      connections.delete(connection);
      if (connections.size === 0) networks.delete(key.narrow);
      if (networks.size === 0) wideNetworks.delete(key.wide);
    },
    evictOldest() {
      const networks = maxBy(wideNetworks.values(), (each) => totalSize(each.values()));
      const connections = networks && maxBy(networks.values(), ({ size }) => size);
      const [oldest] = connections ?? [];
      if (!oldest) return false;
      this.remove(oldest);
      oldest.evict();
      return true;
    },
  };
}

/** Returns the /24 of an IPv4 address or the /48 of an IPv6 address, which often belong to a single customer. */
function wideNetworkOf(address: string): string {
  const network = networkOf(address, 48);
  return network.includes(':') ? network : network.slice(0, network.lastIndexOf('.'));
}

const totalSize = (sets: Iterable<ReadonlySet<unknown>>): number => {
  let count = 0;
  for (const { size } of sets) count += size;
  return count;
};

function maxBy<T>(items: Iterable<T>, countOf: (item: T) => number): T | undefined {
  let best: T | undefined;
  let bestCount = 0;
  for (const item of items) {
    const count = countOf(item);
    if (count > bestCount) [best, bestCount] = [item, count];
  }
  return best;
}
