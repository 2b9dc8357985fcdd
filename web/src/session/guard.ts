// Rules for opening a page, checked before it loads; they know the router's addresses, not the router.
import type { PageEntry } from '@heliograph/contract/pages.ts';

/** Returns whether a page may be opened: its own name or its parent's is permitted, or it has an access of its own. */
export function isPermitted(
  { name, parent, alsoOf, access }: Pick<PageEntry, 'name' | 'parent' | 'alsoOf' | 'access'>,
  pages: readonly string[],
): boolean {
  if (access !== undefined) return true;
  return [name, parent, alsoOf].some((permission) => permission !== undefined && pages.includes(permission));
}

/** Returns whether the path is an address of the portal's predecessor, which always leads to sign-in. */
export function isOldAddress(path: string): boolean {
  return /pv_manager\/.*\.php/.test(path);
}

/**
 * Returns the address to open after sign-in: a path of this site, or null.
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
