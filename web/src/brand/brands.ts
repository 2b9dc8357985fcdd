// The table of brands 0 to 13 with everything that differs between them. Energy and status colours are the same for all.
import { BRAND_COLORS, BRAND_NAMES } from '@heliograph/contract/brandNames.ts';

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
  supportMail: 'hjelp@northlight.example',
  withApp: false,
  sidebar: 'dark',
  accent: { light: { color: BRAND_COLORS[1]!, on: WHITE }, dark: { color: '#B699F2', on: INK } },
};

/** Returns a brand that differs from the default one by its name, mark, colours and addresses. */
function makeBrand(id: number, company: string, darkAccent: string, sidebar: SidebarTheme): Brand {
  const name = BRAND_NAMES[id]!;
  const oem = name.toLowerCase();
  return {
    ...heliograph,
    id,
    oem,
    name,
    companyName: company,
    companyUrl: `https://${oem}.example`,
    copyright: `© 2026 ${company}`,
    supportMail: `support@${oem}.example`,
    withApp: false,
    sidebar,
    accent: { light: { color: BRAND_COLORS[id]!, on: WHITE }, dark: { color: darkAccent, on: INK } },
  };
}

export const BRANDS: readonly Brand[] = [
  heliograph,
  northlight,
  makeBrand(2, 'Lumivale Solar Ltd', '#45BFB6', 'surface'),
  makeBrand(3, 'Emberfield Energy Inc.', '#F0926B', 'dark'),
  makeBrand(4, 'Skyfurrow Systems GmbH', '#7FA6F8', 'accent'),
  makeBrand(5, 'Rosamere Energia S.r.l.', '#F08AB8', 'surface'),
  makeBrand(6, 'Fernlight Solaire SARL', '#A3CC5C', 'surface'),
  makeBrand(7, 'Dusklark Power B.V.', '#9C97F5', 'dark'),
  makeBrand(8, 'Tidebright Pty Ltd', '#4DBFDB', 'accent'),
  makeBrand(9, 'Rustholm Energi AB', '#EBA17F', 'surface'),
  makeBrand(10, 'Slatewick Works Ltd', '#AEB8C4', 'dark'),
  makeBrand(11, 'Orchidmere Energia Lda', '#E28CEB', 'surface'),
  makeBrand(12, 'Verdanel Energía S.L.', '#5FCB8B', 'accent'),
  makeBrand(13, 'Ochrefield Sp. z o.o.', '#E0B354', 'surface'),
];

/** Returns the brand of an id; the default brand for an unknown id. */
export function brandOf(id: number): Brand {
  return BRANDS[id] ?? heliograph;
}

/** Returns the brand with a name or code, ignoring case; undefined for any other text. */
export const brandTitled = (title: string | null | undefined): Brand | undefined =>
  BRANDS.find(({ name, oem }) => [name.toLowerCase(), oem].includes(title?.toLowerCase() ?? ''));
