// What the server wrote into index.html: the brand, the maintenance flag and, with demonstration data, how to sign in.
import type { Response } from '@heliograph/contract/calls.ts';
import { type Brand, brandOf } from './brands.ts';

export type Portal = Response<'common/portal'>;

export function readPortal(text: string | null | undefined): Portal {
  const fallback: Portal = {
    ...{ brandId: 0, maintenance: false, demo: null, apiBase: '', version: '' },
    ...{ mapTiles: null, asksGeocoder: false, asksWeather: false, sendsMail: false },
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
/** The brand as it runs here: where its calls go is the operator's setting, if there is one. */
export function brandHere({ brandId, apiBase }: Pick<Portal, 'brandId' | 'apiBase'>): Brand {
  const table = brandOf(brandId);
  return apiBase === '' ? table : { ...table, apiBase };
}

export const brand: Brand = brandHere(portal);
