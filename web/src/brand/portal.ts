// What the server wrote into index.html: the brand, the maintenance flag and, with demonstration data, how to sign in.
import type { Response } from '@heliograph/contract/calls.ts';
import { pageAt } from '@heliograph/contract/pages.ts';
import { type Brand, brandOf, brandTitled } from './brands.ts';

export type Portal = Response<'common/portal'>;

export function readPortal(text: string | null | undefined): Portal {
  const fallback: Portal = {
    brandId: 0,
    maintenance: false,
    demo: null,
    apiBase: '',
    version: '',
    mapTiles: null,
    asksGeocoder: false,
    asksWeather: false,
    asksStolenPasswords: false,
    sendsMail: false,
    openRegistration: false,
  };
  try {
    const given = JSON.parse(text ?? '') as Partial<Portal>;
    return { ...fallback, ...given, demo: given.demo || null };
  } catch {
    // The development server hands the page out as it lies in the repository.
    return fallback;
  }
}

export const portal: Portal = readPortal(
  typeof document === 'undefined' ? null : document.getElementById('portal')?.textContent,
);
/**
 * The brand as it runs here: where its calls go is the operator's setting, if there is one. The page of a new password may
 * be of another brand, whose name its address has: a known one, and calls go where they went.
 */
export function detectBrand({ brandId, apiBase }: Pick<Portal, 'brandId' | 'apiBase'>, title?: string | null): Brand {
  const table = brandOf(brandId);
  return { ...(brandTitled(title) ?? table), apiBase: apiBase || table.apiBase };
}

export const brand: Brand = detectBrand(
  portal,
  typeof location !== 'undefined' && pageAt(location.pathname)?.name === 'ResetPwd'
    ? new URLSearchParams(location.search).get('title')
    : null,
);
