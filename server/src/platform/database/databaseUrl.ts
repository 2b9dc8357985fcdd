// Reads the address of a database, which may name several hosts that are tried in turn: postgres://u@h1:5433,h2/db.

export interface DatabaseUrl {
  /** With the first host alone: a URL has one. */
  url: URL;
  /** All hosts, each with its port. */
  hosts: string[];
}

/** Throws when it can't be read. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme = '', user = '', hosts = '', rest = ''] = /^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => new URL(`${scheme}${user}${host}${rest}`));
  return { url: urls[0]!, hosts: urls.map(({ hostname, port }) => `${hostname}:${port || 5432}`) };
}

/** One address a host, in their order, as the driver takes it. */
export function addressesOf(text: string): { connectionString: string }[] {
  const [, before, hosts = '', after] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  return hosts.split(',').map((host) => ({ connectionString: `${before}${host}${after}` }));
}

export function isDatabaseUrl(text: string): boolean {
  try {
    return ['postgres:', 'postgresql:'].includes(parseDatabaseUrl(text).url.protocol);
  } catch {
    return false;
  }
}

/** Where a database is, without who signs in: for people to read. */
export function nameOf(text: string): string {
  const { url, hosts } = parseDatabaseUrl(text);
  return `${hosts.length > 1 ? hosts.join(',') : url.host}${url.pathname}`;
}
