// What the file account.json of an archive says: the account, and each plant with what no table of its history holds.
import { priceVersion } from '@heliograph/contract/entities/prices.ts';
import { z } from 'zod';

const text = z.string();
const number = z.number();
const instant = z.iso.datetime();

const device = z.object({
  sn: text,
  /** As products are numbered on the wire. */
  model: number.int(),
  product: text,
  alias: text,
  gatewaySn: text,
  stringNumber: number.int().nullable(),
  tiltDeg: number.nullable(),
  azimuthDeg: number.nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  /** Released from the plant: its history stays. */
  isRemoved: z.boolean(),
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
});

const plant = z.object({
  sid: text,
  site,
  /** Also with its tables, where it has a history. */
  prices: z.array(priceVersion),
  devices: z.array(device),
  /** Files beside its tables. */
  pictures: z.array(z.object({ file: text, width: number.int(), height: number.int(), createdAt: instant })),
});

export const description = z.object({
  format: z.literal('heliograph-account'),
  version: z.literal(1),
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
  }),
  plants: z.array(plant),
});

export type Description = z.infer<typeof description>;
export type PlantDescription = Description['plants'][number];
/** Columns of `sites` that an archive holds. */
export const SITE_FIELDS = Object.keys(site.shape) as (keyof PlantDescription['site'])[];
