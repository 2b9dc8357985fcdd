// Another database of the same server: its address.
export function databaseOn(url: string, name: string): string {
  const { protocol, username, password, host, search } = new URL(url);
  return `${protocol}//${username}${password && `:${password}`}@${host}/${name}${search}`;
}
