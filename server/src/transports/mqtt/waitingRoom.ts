// Connections that have not sent a CONNECT yet: when the room is full, the network with the most of them gives way, so that no network keeps the others out.
import { networkOf } from '../../platform/limits/networks.ts';

interface Waiting {
  /** Ends the connection at once. */
  giveWay(): void;
}

export interface WaitingRoom<C extends Waiting> {
  add(connection: C, address: string): void;
  /** Once it has sent its CONNECT, or has ended. */
  remove(connection: C): void;
  /** Ends the oldest connection of the most crowded network; false if nobody waits. */
  makeRoom(): boolean;
}

export function createWaitingRoom<C extends Waiting>(): WaitingRoom<C> {
  // Sets are in the order of arrival.
  const neighbourhoods = new Map<string, Map<string, Set<C>>>();
  const places = new Map<C, { wide: string; narrow: string }>();

  return {
    add(connection, address) {
      const place = { wide: wideNetworkOf(address), narrow: networkOf(address) };
      const networks = neighbourhoods.get(place.wide) ?? new Map<string, Set<C>>();
      const connections = networks.get(place.narrow) ?? new Set<C>();
      places.set(connection, place);
      neighbourhoods.set(place.wide, networks.set(place.narrow, connections.add(connection)));
    },
    remove(connection) {
      const place = places.get(connection);
      if (!place) return;
      places.delete(connection);
      const networks = neighbourhoods.get(place.wide)!;
      const connections = networks.get(place.narrow)!;
      connections.delete(connection);
      if (connections.size === 0) networks.delete(place.narrow);
      if (networks.size === 0) neighbourhoods.delete(place.wide);
    },
    makeRoom() {
      const networks = most(neighbourhoods.values(), (each) => sum(each.values()));
      const connections = networks && most(networks.values(), ({ size }) => size);
      const [oldest] = connections ?? [];
      if (!oldest) return false;
      this.remove(oldest);
      oldest.giveWay();
      return true;
    },
  };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address: what one customer or one attacker often has as a whole. */
function wideNetworkOf(address: string): string {
  const network = networkOf(address, 48);
  return network.includes(':') ? network : network.slice(0, network.lastIndexOf('.'));
}

const sum = (sets: Iterable<ReadonlySet<unknown>>): number => {
  let count = 0;
  for (const { size } of sets) count += size;
  return count;
};

function most<T>(items: Iterable<T>, countOf: (item: T) => number): T | undefined {
  let best: T | undefined;
  let bestCount = 0;
  for (const item of items) {
    const count = countOf(item);
    if (count > bestCount) [best, bestCount] = [item, count];
  }
  return best;
}
