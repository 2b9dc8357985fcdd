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
  /** Whether the time zone is possible for the location; false: one of them is probably wrong. */
  timezoneFits: z.boolean(),
  /** Solar noon in the plant's local time, "HH:mm", to within fifteen minutes. */
  sunNoon: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** The first of the pictures; "" for none. */
  logo: z.string(),
  logoFullPath: z.string(),
  /** Oldest first. */
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
  /** Kind of the prices valid today; by the hour, `electricityPrice` is the weekly mean. */
  priceKind: money(z.enum(['flat', 'timeOfUse', '']), ''),
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  /** Unit in which pages show temperatures: the user's own, otherwise the plant's. */
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
  /** Empty for a guest, like the next field. */
  allowedSources: z.array(z.string()),
  /** Usual sources of its devices' frames: addresses, and /64 ranges of IPv6. */
  usualSources: z.array(z.string()),
  /** Other sources of reports in the last days while the usual ones were silent: a new line, or somebody else. */
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
  /** First of its batteries and hybrids whose settings can be set from here; null: none, or hidden from this session. */
  battery: devices(z.object({ sn: z.string(), kind: z.enum(['battery', 'hybrid']) }).nullable(), null),
  /** Changes with every change; returned in updateFast so that two editors do not overwrite each other. */
  version: z.number().int(),
  /** False: the owner's address cannot be changed here; the plant is transferred by an offer (site/offers). */
  mayNameOwner: z.boolean(),
  rights: siteRights,
});

export const siteDetail = call({
  summary: 'Everything that is set for a plant.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: answer,
  errors: ['siteNotFound'],
});
