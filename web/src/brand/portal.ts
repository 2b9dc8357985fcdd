// Settings that the server wrote into index.html: the brand, the maintenance flag and, with demonstration data, how to sign in.
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
    const parsed = JSON.parse(text ?? '') as Partial<Portal>;
    return { ...fallback, ...parsed, demo: parsed.demo || null };
  } catch {
    // The development server serves the page unchanged from the repository.
    return fallback;
  }
}

export const portal: Portal = readPortal(
  typeof document === 'undefined' ? null : document.getElementById('portal')?.textContent,
);
/**
 * Returns the brand with the API base of the operator's setting, if there is one. The page of a new password may have
 * another known brand, named in its address (`title`); its API base stays that of `brandId`.
 */
export function detectBrand({ brandId, apiBase }: Pick<Portal, 'brandId' | 'apiBase'>, title?: string | null): Brand {
  const base = brandOf(brandId);
  return { ...(brandTitled(title) ?? base), apiBase: apiBase || base.apiBase };
}

export const brand: Brand = detectBrand(
  portal,
  typeof location !== 'undefined' && pageAt(location.pathname)?.name === 'ResetPwd'
    ? new URLSearchParams(location.search).get('title')
    : null,
);
