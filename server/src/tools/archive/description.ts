// The schema of account.json in an archive: the account, and for each plant what its tables do not contain.
import { MAX_RECIPIENTS } from '@heliograph/contract/calls/site/sn/report/setUp.ts';
import { columnChoice, savedViews } from '@heliograph/contract/entities/listView.ts';
import { priceVersion } from '@heliograph/contract/entities/prices.ts';
import { siteFields } from '@heliograph/contract/entities/site.ts';
import { LANGUAGES, type LanguageCode } from '@heliograph/contract/envelope.ts';
import { FLOWS, METER_TYPES } from '@heliograph/contract/flows.ts';
import { z } from 'zod';

/** PostgreSQL cannot store NUL; it must not end an import half way. */
const text = z.string().refine((value) => !value.includes('\0'), 'it has a character that cannot be stored');
const number = z.number();
const address = text.max(254);
const language = z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]);
const instant = z.iso.datetime();

const device = z.object({
  sn: text,
  /** The product's number in the API. */
  model: number.int(),
  product: text,
  alias: text,
  gatewaySn: text,
  stringNumber: number.int().nullable(),
  tiltDeg: number.nullable(),
  azimuthDeg: number.nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  /** Wiring of a meter. */
  meterType: z.enum(METER_TYPES).nullable().default(null),
  /** Removed from the plant, which keeps its history. */
  isRemoved: z.boolean(),
  removedAt: instant.nullable().default(null),
  removedReason: text.default(''),
  /** The device that it replaced, and that device's counter readings. */
  replacesSn: text.nullable().default(null),
  offsetWh: number.min(0).default(0),
  flowOffsets: z.partialRecord(z.enum(FLOWS), number.min(0)).default({}),
  createdAt: instant.nullable().default(null),
});

const site = z.object({
  name: text,
  countryCode: text,
  stateCode: text,
  stateName: text,
  city: text,
  street: text,
  zipCode: text,
  latitude: number,
  longitude: number,
  timezone: text,
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  currency: text,
  powerMaxW: number,
  systemSizeW: number.nullable(),
  controlLimitW: number.nullable(),
  commissionedOn: z.iso.date().nullable(),
  pvBrand: text,
  pvModel: text,
  batteryBrand: text,
  batteryModel: text,
  remark: text,
  pvRemark: text,
  batteryRemark: text,
  projectReferenceId: text,
  createdAt: instant,
  /** Networks that its devices may report from; empty: any. */
  allowedSources: siteFields.shape.allowedSources.default([]),
});

const recipient = z.object({
  email: address,
  /** Has unsubscribed by the link in a mail. */
  hasStopped: z.boolean(),
});

const report = z.object({
  daily: z.boolean(),
  weekly: z.boolean(),
  monthly: z.boolean(),
  hour: number.int().min(0).max(23),
  language: language,
  alerts: z.enum(['off', 'hourly', 'window']),
  alertStart: number.int().min(0).max(24),
  alertEnd: number.int().min(0).max(24),
  found: z.boolean().default(true),
});

const layout = z.object({
  /** Metres per pixel of the photo; its upper left corner on the plan, metres. */
  scale: number.positive(),
  xM: number,
  yM: number,
  opacity: number.min(0).max(1),
  changedAt: instant,
  photo: z.object({ file: text, width: number.int(), height: number.int(), createdAt: instant }).nullable(),
});

const plant = z.object({
  sid: text,
  site,
  /** Also with its tables, where it has a history. */
  prices: z.array(priceVersion),
  devices: z.array(device),
  /** Files beside its tables. */
  pictures: z.array(z.object({ file: text, width: number.int(), height: number.int(), createdAt: instant })),
  /** Null: nobody has made one. Its zones and what lies in them are tables. */
  layout: layout.nullable().default(null),
  /** Remote control has been switched off since then. */
  controlOffAt: instant.nullable().default(null),
  /** Who else sees it, by address; with an account there or without. */
  guests: siteFields.shape.shareWith.default([]),
  report: report.nullable().default(null),
  recipients: z.array(recipient).max(MAX_RECIPIENTS).default([]),
  /** For information only: an archive contains no links. */
  publicPages: z.array(z.object({ title: text, madeAt: instant, expiresAt: instant })).default([]),
});

const view = z.object({ list: text, columns: columnChoice.nullable(), views: savedViews });

export const description = z.object({
  format: z.literal('heliograph-account'),
  /** Version 1 has none of the fields with a default. */
  version: z.union([z.literal(1), z.literal(2)]),
  madeAt: instant,
  account: z.object({
    email: text,
    name: text,
    phone: text,
    countryCode: text,
    stateCode: text,
    city: text,
    street: text,
    businessName: text,
    agreedTo: z.array(z.object({ version: text, agreedAt: instant })),
    /** A file of the archive; null: none. */
    picture: text.nullable(),
    units: z.enum(['Celsius', 'Fahrenheit']).nullable().default(null),
    language: language.nullable().default(null),
    createdAt: instant.nullable().default(null),
    views: z.array(view).default([]),
    /** For information only, as is everything below: access and channels are set up again where the archive is imported. */
    companies: z.array(z.object({ name: text, role: text, since: instant })).default([]),
    sessions: z
      .array(z.object({ client: text, address: text, from: instant, lastUsed: instant, token: text, scope: text }))
      .default([]),
    networks: z.array(z.object({ address: text, lastUsed: instant })).default([]),
    programs: z.array(z.object({ name: text, lastUsed: instant })).default([]),
    passkeys: z.array(z.object({ name: text, madeAt: instant, lastUsed: instant.nullable() })).default([]),
    hasSecondFactor: z.boolean().default(false),
    channels: z
      .array(
        z.object({ kind: text, name: text, host: text, events: z.array(text), plants: z.array(text), madeAt: instant }),
      )
      .default([]),
    signInsByCompany: z.array(z.object({ company: text, issuer: text, lastUsed: instant })).default([]),
    devicePasswords: z.array(z.object({ sn: text, purpose: text, madeAt: instant, validUntil: instant })).default([]),
    joinRequests: z
      .array(
        z.object({ sn: text, message: text, askedAt: instant, expiresAt: instant, acceptedAt: instant.nullable() }),
      )
      .default([]),
  }),
  plants: z.array(plant),
});

export type Description = z.infer<typeof description>;
export type PlantDescription = Description['plants'][number];
/** Columns of `sites` that an archive holds. */
export const SITE_FIELDS = Object.keys(site.shape) as (keyof PlantDescription['site'])[];
