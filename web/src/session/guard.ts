// Who may open which page, decided before a page loads; knows the router's addresses, not the router.
import type { PageEntry } from '@heliograph/contract/pages.ts';

/** A page is allowed if its own name or its parent's is permitted; pages with an access of their own need none. */
export function isPermitted(
  { name, parent, alsoOf, access }: Pick<PageEntry, 'name' | 'parent' | 'alsoOf' | 'access'>,
  pages: readonly string[],
): boolean {
  if (access !== undefined) return true;
  return [name, parent, alsoOf].some((permission) => permission !== undefined && pages.includes(permission));
}

/** Addresses of the portal's predecessor: always sent to sign-in. */
export function isOldAddress(path: string): boolean {
  return /pv_manager\/.*\.php/.test(path);
}

/**
 * The address to go to after sign-in: a path of this site, or null.
 * Browsers read a backslash as a slash and drop control characters, so `/\host` would leave the site.
 */
export function safeRedirect(address: unknown): string | null {
  if (typeof address !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address)) return null;
  const base = 'http://this.site';
  const url = URL.parse(address, base);
  if (!url || url.origin !== base) return null;
  const path = url.pathname + url.search + url.hash;
  return path === '/' || path.startsWith('//') ? null : path;
}
