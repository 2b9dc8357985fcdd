// Who may open which page, decided before a page loads; knows the router's addresses, not the router.
import type { Page } from '@heliograph/contract/permissions.ts';

/** What the route table says about one page. */
export interface PageRule {
  /** The permission's name; null for pages that need none. */
  name: Page | null;
  /** The page whose permission also opens this one. */
  parent?: Page;
}

/** A page is allowed if its own name or its parent's is permitted; pages without a name always are. */
export function isPermitted(rule: PageRule, pages: readonly string[]): boolean {
  if (rule.name === null) return true;
  return pages.includes(rule.name) || (rule.parent !== undefined && pages.includes(rule.parent));
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
