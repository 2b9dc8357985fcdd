// Brands 0 to 13 of a new portal: designed names, palettes and examples of addresses, which operators replace.
import type { BrandFields } from '@heliograph/contract/entities/brand.ts';

type Sidebar = BrandFields['sidebar'];
type Row = readonly [name: string, company: string, light: string, dark: string, sidebar: Sidebar];

const ROWS: readonly Row[] = [
  ['Heliograph', 'Heliograph', '#0B62B8', '#4C9BE8', 'surface'],
  ['Northlight', 'Northlight Energi AS', '#6D3BC4', '#B699F2', 'dark'],
  ['Lumivale', 'Lumivale Solar Ltd', '#0F6B66', '#45BFB6', 'surface'],
  ['Emberfield', 'Emberfield Energy Inc.', '#9A3412', '#F0926B', 'dark'],
  ['Skyfurrow', 'Skyfurrow Systems GmbH', '#1D4ED8', '#7FA6F8', 'accent'],
  ['Rosamere', 'Rosamere Energia S.r.l.', '#9D1F5B', '#F08AB8', 'surface'],
  ['Fernlight', 'Fernlight Solaire SARL', '#3F6212', '#A3CC5C', 'surface'],
  ['Dusklark', 'Dusklark Power B.V.', '#4338CA', '#9C97F5', 'dark'],
  ['Tidebright', 'Tidebright Pty Ltd', '#0E7490', '#4DBFDB', 'accent'],
  ['Rustholm', 'Rustholm Energi AB', '#7C2D12', '#EBA17F', 'surface'],
  ['Slatewick', 'Slatewick Works Ltd', '#374151', '#AEB8C4', 'dark'],
  ['Orchidmere', 'Orchidmere Energia Lda', '#86198F', '#E28CEB', 'surface'],
  ['Verdanel', 'Verdanel Energía S.L.', '#166534', '#5FCB8B', 'accent'],
  ['Ochrefield', 'Ochrefield Sp. z o.o.', '#854D0E', '#E0B354', 'surface'],
];

/** The brand whose operators create the accounts. */
const WITHOUT_REGISTRATION = 1;

/** Rows of the table `brands`. */
export const DEFAULT_BRANDS = ROWS.map(([name, companyName, accentLight, accentDark, sidebar], id) => {
  const code = name.toLowerCase();
  return {
    ...{ id, code, name, companyName, accentLight, accentDark, sidebar },
    companyUrl: `https://${code}.example`,
    copyright: `© 2026 ${companyName}`,
    supportMail: id === 1 ? 'hjelp@northlight.example' : `support@${code}.example`,
    isOpen: id !== WITHOUT_REGISTRATION,
  };
});

export const DEFAULT_BRAND = DEFAULT_BRANDS[0]!;
