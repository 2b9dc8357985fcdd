// A brand: its fields as operators edit them, and what a browser gets to show it.
import { z } from 'zod';
import { int, languageCode, text } from './parts.ts';

export const BRAND_COUNT = 14;
export const SIDEBARS = ['surface', 'dark', 'accent'] as const;
/** Host names of one brand. */
export const MAX_BRAND_HOSTS = 10;
/** Characters of the privacy policy in one language, and in all together. */
export const MAX_PRIVACY_LENGTH = 30_000;
export const MAX_PRIVACY_TOTAL = 150_000;

export const brandId = int(0, BRAND_COUNT - 1);

const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema]);
const webUrl = text(200).pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain }));
/** Scheme, host and port, without a path. */
const origin = text(200)
  .refine((given) => URL.parse(given)?.origin === given && /^https?:/.test(given), 'scheme and host')
  .or(z.literal(''));
const mail = text(254).pipe(z.email());
const color = text(7)
  .regex(/^#[0-9A-Fa-f]{6}$/)
  .toUpperCase();
/** A host name without a port; on a developer's machine, a name such as "brand.localhost". */
export const hostName = text(253, 1)
  .toLowerCase()
  .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/);

export const brandFields = {
  /** Code in the header `oem` of programs. */
  code: text(40, 1)
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9-]*$/),
  name: text(40, 1),
  companyName: text(120, 1),
  companyUrl: webUrl,
  copyright: text(160, 1),
  supportMail: mail,
  /** Scheme and host for calls; "": the host of the page. */
  apiBase: origin,
  withLogo: z.boolean(),
  /** Whether anybody may register. */
  openRegistration: z.boolean(),
  /** Background of the side menu: the page's surface, always dark, or the accent colour. */
  sidebar: z.enum(SIDEBARS),
  /** "#RRGGBB" with the contrast of contrast.ts. */
  accentLight: color,
  accentDark: color,
  /** Sender address of mails; "": the server's. */
  mailFrom: optional(mail),
  /** Default language, for readers whose browser has none of the portal's languages. */
  language: languageCode,
  /** Addresses of the phone app in its stores, for the default brand; "": none. */
  appStoreUrl: optional(webUrl),
  playStoreUrl: optional(webUrl),
  /** Plain text by language; a language without one shows that of the brand's language, else the portal's own policy. */
  privacy: z
    .partialRecord(languageCode, text(MAX_PRIVACY_LENGTH))
    .refine((texts) => Object.values(texts).join('').length <= MAX_PRIVACY_TOTAL, `${MAX_PRIVACY_TOTAL} characters`),
  /** Host names of the brand's own; links in mails name the first. */
  hosts: z.array(hostName).max(MAX_BRAND_HOSTS),
};
export type BrandFields = z.infer<z.ZodObject<typeof brandFields>>;

/** Relative addresses of a brand's mark: for both schemes, and as square PNG icons by their pixels. */
export const brandMarks = z.object({
  light: z.string(),
  dark: z.string(),
  icon180: z.string(),
  icon192: z.string(),
  icon512: z.string(),
});

/** What a browser needs to show a brand; no addresses of mail senders and no host names. */
export const portalBrand = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  companyName: z.string(),
  companyUrl: z.string(),
  copyright: z.string(),
  supportMail: z.string(),
  withLogo: z.boolean(),
  /** The phone app is advertised in the default brand only. */
  withApp: z.boolean(),
  sidebar: z.enum(SIDEBARS),
  accent: z.object({ light: z.string(), dark: z.string() }),
  marks: brandMarks,
  language: languageCode,
  appStoreUrl: z.string(),
  playStoreUrl: z.string(),
  /** Scheme, host and port of the brand's pages. */
  url: z.string(),
});
export type PortalBrand = z.infer<typeof portalBrand>;
