// Returns the URL of another database on the same server.
export function databaseOn(url: string, name: string): string {
  const { protocol, username, password, host, search } = new URL(url);
  return `${protocol}//${username}${password && `:${password}`}@${host}/${name}${search}`;
}
