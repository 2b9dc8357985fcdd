// site/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso, sid } from '../../entities/parts.ts';
import { pictureOfSite, siteRights } from '../../entities/site.ts';
import { devices, money } from '../../pageModules.ts';

const answer = z.object({
  sid,
  siteName: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  stateCode: z.string(),
  stateName: z.string(),
  city: z.string(),
  street: z.string(),
  zipCode: z.string(),
  timezone: z.string(),
  /** Whether the time zone can be that of the place; false: one of them is probably wrong. */
  timezoneFits: z.boolean(),
  /** "HH:mm" on the plant's clock at which the sun stands highest, give or take a quarter of an hour. */
  sunNoon: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** The first of the pictures; "" for none. */
  logo: z.string(),
  logoFullPath: z.string(),
  /** The oldest first. */
  pictures: z.array(pictureOfSite),
  commission: z.boolean(),
  registerDate: z.string(),
  registerDateIso: iso,
  commissionDate: z.string(),
  /** "YYYY-MM-DD" or null. */
  commissionDay: z.string().nullable(),
  currency: money(z.string(), ''),
  electricityPrice: money(z.number().nullable(), null),
  feedInPrice: money(z.number().nullable(), null),
  ownUseShare: money(z.number().nullable(), null),
  /** Of the prices that are valid today; by the hour, `electricityPrice` is the mean of the week. */
  priceKind: money(z.enum(['flat', 'timeOfUse', '']), ''),
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  /** The caller's own, else the plant's: in which pages show it. */
  shownTemperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  remark: z.string(),
  pvRemark: z.string(),
  batteryRemark: z.string(),
  pvBrand: z.string(),
  pvModel: z.string(),
  batteryBrand: z.string(),
  batteryModel: z.string(),
  userEmail: z.string(),
  installerEmail: z.string(),
  shareWith: z.array(z.string()),
  /** Empty for a guest, as the next. */
  allowedSources: z.array(z.string()),
  /** Where its devices' frames usually come from: addresses, and /64 ranges of IPv6. */
  usualSources: z.array(z.string()),
  /** Where reports of the last days came from besides, while these were silent: a new line, or somebody else. */
  newerSources: z.array(z.string()),
  powerMax: z.number(),
  systemSize: z.number().nullable(),
  controlLimit: z.number().nullable(),
  companyId: z.number().int(),
  companyName: z.string(),
  ownershipType: z.number().int(),
  systemType: z.number().int(),
  connectionType: z.number().int(),
  model: z.string(),
  panelType: z.string(),
  powerRating: z.string(),
  sn: devices(z.array(z.string()), []),
  projectReferenceId: z.string(),
  /** Changes with every change; sent back with updateFast so that two editors do not overwrite each other. */
  version: z.number().int(),
  /** False: the owner's address is not changed here; the plant changes hands by an offer (site/offers). */
  mayNameOwner: z.boolean(),
  rights: siteRights,
});

export const siteDetail = call({
  summary: 'Everything that is set for a plant.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: answer,
  refusals: ['siteNotFound'],
});
