// The table of brands 0 to 13 with everything that differs between them. Energy and status colours are the same for all.
import { BRAND_COLORS, BRAND_NAMES } from '@heliograph/contract/brandNames.ts';

export type LogoName = 'heliograph' | 'northlight' | 'plain';
/** Background of the side menu: the page's surface, always dark, or the brand's accent. */
export type SidebarTheme = 'surface' | 'dark' | 'accent';

export interface Accent {
  /** Colour of interactive elements. */
  color: string;
  /** Text and icons on `color`. */
  on: string;
}

export interface Brand {
  id: number;
  /** Sent in the `oem` header. */
  oem: string;
  name: string;
  companyName: string;
  companyUrl: string;
  copyright: string;
  /** Whether the logo is shown next to the name. */
  withLogo: boolean;
  logo: LogoName;
  supportMail: string;
  /** Scheme and host of the server's calls and of its live stream; empty for the host of this page. The setting API_BASE overrides it. */
  apiBase: string;
  /** The phone app is advertised in the default brand only. */
  withApp: boolean;
  sidebar: SidebarTheme;
  accent: { light: Accent; dark: Accent };
}

const WHITE = '#FFFFFF';
const INK = '#0D1117';

const heliograph: Brand = {
  id: 0,
  oem: 'heliograph',
  name: BRAND_NAMES[0]!,
  companyName: 'Heliograph',
  companyUrl: 'https://heliograph.example',
  copyright: '© 2026 Heliograph',
  withLogo: true,
  logo: 'heliograph',
  supportMail: 'support@heliograph.example',
  apiBase: '',
  withApp: true,
  sidebar: 'surface',
  accent: { light: { color: BRAND_COLORS[0]!, on: WHITE }, dark: { color: '#4C9BE8', on: INK } },
};

const northlight: Brand = {
  ...heliograph,
  id: 1,
  oem: 'northlight',
  name: BRAND_NAMES[1]!,
  companyName: 'Northlight Energi AS',
  companyUrl: 'https://northlight.example',
  copyright: '© 2026 Northlight Energi AS',
  logo: 'northlight',
  supportMail: 'hjelp@northlight.example',
  withApp: false,
  sidebar: 'dark',
  accent: { light: { color: BRAND_COLORS[1]!, on: WHITE }, dark: { color: '#B699F2', on: INK } },
};

/** Returns a reserved brand without a design of its own: neutral, complete, distinguished by its accent. */
function neutral(id: number, dark: string, sidebar: SidebarTheme): Brand {
  return {
    ...heliograph,
    id,
    oem: `brand${id}`,
    name: BRAND_NAMES[id]!,
    companyName: `Brand ${id}`,
    companyUrl: `https://brand${id}.example`,
    copyright: `© 2026 Brand ${id}`,
    logo: 'plain',
    supportMail: `support@brand${id}.example`,
    withApp: false,
    sidebar,
    accent: { light: { color: BRAND_COLORS[id]!, on: WHITE }, dark: { color: dark, on: INK } },
  };
}

export const BRANDS: readonly Brand[] = [
  heliograph,
  northlight,
  neutral(2, '#45BFB6', 'surface'),
  neutral(3, '#F0926B', 'dark'),
  neutral(4, '#7FA6F8', 'accent'),
  neutral(5, '#F08AB8', 'surface'),
  neutral(6, '#A3CC5C', 'surface'),
  neutral(7, '#9C97F5', 'dark'),
  neutral(8, '#4DBFDB', 'accent'),
  neutral(9, '#EBA17F', 'surface'),
  neutral(10, '#AEB8C4', 'dark'),
  neutral(11, '#E28CEB', 'surface'),
  neutral(12, '#5FCB8B', 'accent'),
  neutral(13, '#E0B354', 'surface'),
];

/** Returns the brand of an id; the default brand for an unknown id. */
export function brandOf(id: number): Brand {
  return BRANDS[id] ?? heliograph;
}

/** Returns the brand with a name or code, ignoring case; undefined for any other text. */
export const brandTitled = (title: string | null | undefined): Brand | undefined =>
  BRANDS.find(({ name, oem }) => [name.toLowerCase(), oem].includes(title?.toLowerCase() ?? ''));
