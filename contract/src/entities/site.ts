// Sites (plants): list, detail, overview, modules, statistics, and making, changing and deleting one.
import { z } from 'zod';
import { amount, country, currencyCode, day, email, frameSource, int, sn, text, zone } from './parts.ts';
import { price } from './prices.ts';

/** What the wizard and the edit form send; the same rules in both. */
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
  /** Price of a bought kWh, in the currency; what own use saves. */
  electricityPrice: price,
  /** Price paid for a sold kWh; null: the same as electricityPrice. */
  feedInPrice: price.nullable(),
  /** Which part of what the plant makes is used on the site, 0..1; null: not said, then all of it counts as bought otherwise. */
  ownUseShare: amount(0, 1).nullable(),
  /** Peak power of the modules, W; figures are divided by it. */
  powerMax: amount(1, 1_000_000_000),
  /** AC size of the system, W; null when not said. */
  systemSize: amount(1, 1_000_000_000).nullable(),
  /** Feed-in limit, W; null for none. */
  controlLimit: amount(0, 1_000_000_000).nullable(),
  /** Day the plant went into service; null: not commissioned. */
  commissionDate: day.nullable(),
  pvBrand: text(80),
  pvModel: text(80),
  batteryBrand: text(80),
  batteryModel: text(80),
  /** What people note about the plant. */
  remark: text(2000),
  pvRemark: text(2000),
  batteryRemark: text(2000),
  projectReferenceId: text(80),
  /** The owner's address; "" for none. One without an account is kept, and its account owns the plant once it is made. */
  userEmail: email.or(z.literal('')),
  /** An account that works in the session's branch, or in the plant's company; "" for none. */
  installerEmail: email.or(z.literal('')),
  /** Who may look at the plant besides; addresses without an account are kept as the owner's is. */
  shareWith: z.array(email).max(20),
  /** What its devices say from elsewhere is refused, over HTTP and MQTT; none: from anywhere. */
  allowedSources: z.array(frameSource).max(20),
});

/** A new plant: what may be left out gets its default here, so that a change never resets what it does not name. */
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
  /** Product model code; needed when the serial number is not in the registry and its frames do not tell. */
  model: int().optional(),
  alias: text(80).optional(),
  stringNumber: int(0, 999).optional(),
  /** Degrees from horizontal. */
  tilt: amount(0, 90).optional(),
  /** Degrees clockwise from north. */
  azimuth: amount(0, 360).optional(),
  orientation: z.enum(['portrait', 'landscape']).optional(),
});
export type DeviceToAdd = z.output<typeof placedDevice>;

/** Its serial number alone, or with its product and place. */
export const deviceToAdd = z.union([sn.transform((value): DeviceToAdd => ({ sn: value })), placedDevice]);

/** The plant as rows of lists name it. */
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

/** A picture of a plant, as it was re-encoded. */
export const pictureOfSite = z.object({
  name: z.string(),
  /** Below the portal's address, where nobody can guess it. */
  path: z.string(),
  fullPath: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

/** What this session may do with a plant: its role's permissions, where the plant is its branch's or its own. */
export const siteRights = z.object({
  update: z.boolean(),
  delete: z.boolean(),
  addDevices: z.boolean(),
  removeDevices: z.boolean(),
});
export type SiteRights = z.output<typeof siteRights>;
