// Where a database URL leads: one address, or several of which one takes writes.
import type { ClientConfig } from 'pg';

/** `postgres://user:password@one,two:5433/name?...` as one address a host, in their order. */
export function addressesOf(databaseUrl: string): Pick<ClientConfig, 'connectionString'>[] {
  const [, before, hosts, after] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? [];
  if (!hosts?.includes(',')) return [{ connectionString: databaseUrl }];
  return hosts.split(',').map((host) => ({ connectionString: `${before}${host}${after}` }));
}
