// Brands as the server uses them: of a host name, of a company, of a person's mail; with the address under which they are reached.
import type { BrandFields, PortalBrand } from '@heliograph/contract/entities/brand.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Config } from '../config.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

export interface Brand {
  id: number;
  code: string;
  name: string;
  companyName: string;
  companyUrl: string;
  copyright: string;
  supportMail: string;
  apiBase: string;
  withLogo: boolean;
  isOpen: boolean;
  sidebar: BrandFields['sidebar'];
  accentLight: string;
  accentDark: string;
  mailFrom: string;
  language: LanguageCode;
  appStoreUrl: string;
  playStoreUrl: string;
  /** Content ids of the uploaded marks by scheme. */
  marks: Partial<Record<'light' | 'dark', string>>;
  /** Scheme, host and port of the brand's pages: its first host name, else the setting PUBLIC_URL. No trailing slash. */
  publicUrl: string;
}

type Settings = Pick<Config, 'brand' | 'publicUrl'>;
type Row = Omit<Brand, 'publicUrl'> & { host: string };

async function readBrands(sql: Sql | Transaction, settings: Settings, id: Fragment): Promise<Brand[]> {
  const rows = await sql<Row[]>`
    select b.id, b.code, b.name, b.company_name, b.company_url, b.copyright, b.support_mail, b.api_base, b.with_logo, b.is_open, b.sidebar,
      b.accent_light, b.accent_dark, b.mail_from, b.language, b.app_store_url, b.play_store_url,
      (select coalesce(jsonb_object_agg(m.scheme, m.content_id), '{}') from brand_marks m where m.brand_id = b.id) as marks,
      coalesce((select h.host from brand_hosts h where h.brand_id = b.id order by h.sort limit 1), '') as host
    from brands b where b.id = ${id} order by b.id`;
  return rows.map(({ host, ...brand }) => ({ ...brand, publicUrl: urlAt(host, settings) }));
}

async function readBrand(sql: Sql | Transaction, settings: Settings, id: Fragment): Promise<Brand> {
  const [brand] = await readBrands(sql, settings, id);
  return brand!;
}

export const allBrands = (sql: Sql | Transaction, settings: Settings): Promise<Brand[]> =>
  readBrands(sql, settings, sql`any (select o.id from brands o)`);

/** Returns the portal's address with another host name; scheme and port stay. "": the address itself. */
export function urlAt(host: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  if (host === '') return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.href.replace(/\/+$/, '');
}

/** Where a request came in, and the brand that its program names. */
export interface RequestedPortal {
  /** Host name without a port, lower case. */
  host: string;
  /** Header `oem`; "": none. */
  oem: string;
}

/** Returns the brand of a request: that of its host name; under a host name of no brand, that of the header `oem`, else the setting BRAND. */
export async function brandOfRequest(
  sql: Sql | Transaction,
  settings: Settings,
  { host, oem }: RequestedPortal,
): Promise<Brand> {
  return await readBrand(
    sql,
    settings,
    sql`coalesce((select h.brand_id from brand_hosts h where h.host = ${host}), (select o.id from brands o where o.code = ${oem}), ${settings.brand})`,
  );
}

export async function brandById(sql: Sql | Transaction, settings: Settings, id: number): Promise<Brand> {
  return await readBrand(sql, settings, sql`${id}::int`);
}

/** Companies with brand 0 have the setting BRAND: it may have been changed after they were created. */
export const brandIdOf = (brandId: number, { brand }: Pick<Settings, 'brand'>): number => brandId || brand;

/** Returns the brand of a company. */
export async function brandOfCompany(sql: Sql | Transaction, settings: Settings, companyId: number): Promise<Brand> {
  return await readBrand(sql, settings, sql`coalesce(nullif(brand_of_company(${companyId}), 0), ${settings.brand})`);
}

/** Returns the brand of a mail about a plant: that of its reader's company, as sign-in would choose it; of an address without an account, that of the plant's company. */
export async function brandOfPlantMail(
  sql: Sql | Transaction,
  settings: Settings,
  { sid, to }: { sid: string; to: string },
): Promise<Brand> {
  return await readBrand(sql, settings, sql`coalesce(nullif(brand_of_mail(${to}, ${sid}), 0), ${settings.brand})`);
}

/** Returns the brand with a name or code, ignoring case; undefined: there is none. */
export async function brandTitled(
  sql: Sql | Transaction,
  settings: Settings,
  title: string,
): Promise<Brand | undefined> {
  const [found] = await sql<{ id: number }[]>`
    select id from brands where lower(name) = lower(${title}) or code = lower(${title}) order by id limit 1`;
  return found && (await brandById(sql, settings, found.id));
}

/** Returns the relative address of a brand's mark: an uploaded one by its content, else the one that ships with the portal. */
function markUrl({ id, marks }: Brand, scheme: 'light' | 'dark'): string {
  const contentId = marks[scheme] ?? marks.light;
  return contentId === undefined
    ? `/brand/${id}.svg`
    : `/brand/${id}/${marks[scheme] ? scheme : 'light'}-${contentId}.png`;
}

const iconUrl = ({ id, marks }: Brand, pixels: number): string =>
  `/brand/${id}/icon-${pixels}-${marks.light ?? 'own'}.png`;

/** Returns what a browser needs to show the brand. */
export function presentBrand(brand: Brand): PortalBrand {
  const { id, code, name, companyName, companyUrl, copyright, supportMail, withLogo, sidebar } = brand;
  const { accentLight, accentDark, language, appStoreUrl, playStoreUrl } = brand;
  return {
    ...{ id, code, name, companyName, companyUrl, copyright, supportMail, withLogo, sidebar, language },
    withApp: id === 0,
    accent: { light: accentLight, dark: accentDark },
    marks: {
      light: markUrl(brand, 'light'),
      dark: markUrl(brand, 'dark'),
      icon180: iconUrl(brand, 180),
      icon192: iconUrl(brand, 192),
      icon512: iconUrl(brand, 512),
    },
    ...{ appStoreUrl, playStoreUrl },
    url: brand.publicUrl,
  };
}
