// What the server wrote into index.html: the brand of the page, the maintenance flag and, with demonstration data, how to sign in.

import type { Response } from '@heliograph/contract/calls.ts';
import { type Scheme, textOnAccent } from '@heliograph/contract/contrast.ts';

export interface Portal extends Response<'common/portal'> {
  /** The service worker opened its stored page, because the server did not answer. */
  isStored?: boolean;
}
export type Brand = Portal['brand'];

/** Brand of a page that the development server sends unchanged. */
const FALLBACK_BRAND: Brand = {
  id: 0,
  code: 'heliograph',
  name: 'Heliograph',
  companyName: 'Heliograph',
  companyUrl: 'https://heliograph.example',
  copyright: '© 2026 Heliograph',
  supportMail: 'support@heliograph.example',
  withLogo: true,
  withApp: true,
  sidebar: 'surface',
  accent: { light: '#0B62B8', dark: '#4C9BE8' },
  marks: {
    light: '/brand/0.svg',
    dark: '/brand/0.svg',
    icon180: '/brand/0/icon-180-own.png',
    icon192: '/brand/0/icon-192-own.png',
    icon512: '/brand/0/icon-512-own.png',
  },
  language: 'en',
  appStoreUrl: '',
  playStoreUrl: '',
  url: '',
};

export function readPortal(text: string | null | undefined): Portal {
  const fallback: Portal = {
    brandId: 0,
    brand: FALLBACK_BRAND,
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
export const { brand, apiBase } = portal;

const accentOf = (scheme: Scheme) => ({ color: brand.accent[scheme], on: textOnAccent(scheme) });
export const accent = { light: accentOf('light'), dark: accentOf('dark') };
