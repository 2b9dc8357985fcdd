// Sites (plants): list, detail, overview, modules, statistics, creation, editing and deletion.
import { z } from 'zod';
import { METER_ROLES, METER_TYPES } from '../flows.ts';
import { MAX_GUESTS } from '../limits.ts';
import { amount, country, currencyCode, day, email, frameSource, int, sn, text, zone } from './parts.ts';
import { price } from './prices.ts';

/** What a plant without current values waits for: the `import` of its history, or its first `report`; null: for neither. */
export const waitsFor = z.enum(['import', 'report']).nullable();
export type WaitsFor = NonNullable<z.output<typeof waitsFor>>;

/** Fields of the wizard and the edit form, with the same rules. */
export const siteFields = z.object({
  siteName: text(120, 1),
  countryCode: country,
  stateCode: text(10),
  city: text(120),
  street: text(200),
  zipCode: text(20),
  latitude: amount(-90, 90),
  longitude: amount(-180, 180),
  timezone: zone,
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  currency: currencyCode,
  /** Import price of a kWh, in the currency; the saving of self-consumption. */
  electricityPrice: price,
  /** Export price of a kWh; null: the same as electricityPrice. */
  feedInPrice: price.nullable(),
  /** Assumed self-consumption, 0..1 of production; null: not set, then all of it is valued at the import price. */
  ownUseShare: amount(0, 1).nullable(),
  /** Peak power of the modules, W; figures are divided by it. */
  powerMax: amount(1, 1_000_000_000),
  /** AC capacity, W; null: not set. */
  systemSize: amount(1, 1_000_000_000).nullable(),
  /** Feed-in limit, W; null for none. */
  controlLimit: amount(0, 1_000_000_000).nullable(),
  /** Day of commissioning; null: not commissioned. */
  commissionDate: day.nullable(),
  pvBrand: text(80),
  pvModel: text(80),
  batteryBrand: text(80),
  batteryModel: text(80),
  /** Notes about the plant. */
  remark: text(2000),
  pvRemark: text(2000),
  batteryRemark: text(2000),
  projectReferenceId: text(80),
  /** The owner's e-mail address; "" for none. An address without an account is stored; its account owns the plant once it exists. */
  userEmail: email.or(z.literal('')),
  /** An account in the session's branch or the plant's company; "" for none. */
  installerEmail: email.or(z.literal('')),
  /** Guests of the plant; addresses without an account are stored like the owner's. */
  shareWith: z.array(email).max(MAX_GUESTS),
  /** Allowed addresses of its devices, over HTTP and MQTT; empty: any. */
  allowedSources: z.array(frameSource).max(20),
});

/** A new plant: defaults are only applied here, so that a change never resets omitted fields. */
export const newSite = siteFields.extend({
  stateCode: siteFields.shape.stateCode.default(''),
  city: siteFields.shape.city.default(''),
  street: siteFields.shape.street.default(''),
  zipCode: siteFields.shape.zipCode.default(''),
  temperatureUnit: siteFields.shape.temperatureUnit.default('Celsius'),
  feedInPrice: siteFields.shape.feedInPrice.default(null),
  ownUseShare: siteFields.shape.ownUseShare.default(null),
  systemSize: siteFields.shape.systemSize.default(null),
  controlLimit: siteFields.shape.controlLimit.default(null),
  commissionDate: siteFields.shape.commissionDate.default(null),
  pvBrand: siteFields.shape.pvBrand.default(''),
  pvModel: siteFields.shape.pvModel.default(''),
  batteryBrand: siteFields.shape.batteryBrand.default(''),
  batteryModel: siteFields.shape.batteryModel.default(''),
  remark: siteFields.shape.remark.default(''),
  pvRemark: siteFields.shape.pvRemark.default(''),
  batteryRemark: siteFields.shape.batteryRemark.default(''),
  projectReferenceId: siteFields.shape.projectReferenceId.default(''),
  userEmail: siteFields.shape.userEmail.default(''),
  installerEmail: siteFields.shape.installerEmail.default(''),
  shareWith: siteFields.shape.shareWith.default([]),
  allowedSources: siteFields.shape.allowedSources.default([]),
});

/** A device to add, with its place on the roof. */
export const placedDevice = z.object({
  sn,
  /** Model code; needed if neither the registry nor the device's frames identify the product. */
  model: int().optional(),
  alias: text(80).optional(),
  stringNumber: int(0, 999).optional(),
  /** Degrees from horizontal. */
  tilt: amount(0, 90).optional(),
  /** Degrees clockwise from north. */
  azimuth: amount(0, 360).optional(),
  orientation: z.enum(['portrait', 'landscape']).optional(),
  /** Of a meter: its wiring; omitted: known by what it reports. */
  meterType: z.enum(METER_TYPES).optional(),
  /** Of a meter: the place that it measures; omitted: as before, at first the grid connection. */
  meterRole: z.enum(METER_ROLES).optional(),
});
export type DeviceToAdd = z.output<typeof placedDevice>;

/** A serial number alone, or with product and place. */
export const deviceToAdd = z.union([sn.transform((value): DeviceToAdd => ({ sn: value })), placedDevice]);

/** Identity of a plant in rows of lists. */
export const siteInRow = {
  siteName: z.string(),
  country: z.string(),
  countryName: z.string(),
  stateName: z.string(),
  city: z.string(),
  street: z.string(),
  userEmail: z.string(),
  installerEmail: z.string(),
};

/** A picture of a plant, re-encoded. */
export const pictureOfSite = z.object({
  name: z.string(),
  /** Unguessable path under the portal's address. */
  path: z.string(),
  fullPath: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

/** Permissions of this session for a plant: those of its role, if the plant belongs to its branch or is its own. */
export const siteRights = z.object({
  update: z.boolean(),
  delete: z.boolean(),
  addDevices: z.boolean(),
  removeDevices: z.boolean(),
});
export type SiteRights = z.output<typeof siteRights>;
