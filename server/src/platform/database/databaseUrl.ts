// Parses the URL of a database, which may name several hosts that are tried one after the other: postgres://u@h1:5433,h2/db.

export interface DatabaseUrl {
  /** URL with only the first host. */
  url: URL;
  /** All hosts, each with its port. */
  hosts: string[];
}

/** Parses the URL; throws if it is invalid. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme = '', user = '', hosts = '', rest = ''] = /^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => new URL(`${scheme}${user}${host}${rest}`));
  return { url: urls[0]!, hosts: urls.map(({ hostname, port }) => `${hostname}:${port || 5432}`) };
}

/** Returns one connection string per host, in their order, in the driver's form. */
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

/** Returns hosts and name of a database without credentials, for display. */
export function nameOf(text: string): string {
  const { url, hosts } = parseDatabaseUrl(text);
  return `${hosts.length > 1 ? hosts.join(',') : url.host}${url.pathname}`;
}
