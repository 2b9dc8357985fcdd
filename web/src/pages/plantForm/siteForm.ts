// The plant form: its values as typed (kW, empty for none), their conversion to contract fields, and the changed fields.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { newSite } from '@heliograph/contract/entities/site.ts';
import { contractRules } from '../../components/form/contractRules.ts';
import type { Amount } from '../../components/form/fields.tsx';
import { type Rules, without } from '../../components/form/rules.ts';

type Wire = Omit<Request<'site/createFast'>, 'sn'>;

export interface SiteForm {
  siteName: string;
  powerMaxKw: Amount;
  systemSizeKw: Amount;
  controlLimitKw: Amount;
  commissionDate: string;
  countryCode: string;
  stateCode: string;
  city: string;
  zipCode: string;
  street: string;
  latitude: Amount;
  longitude: Amount;
  timezone: string;
  currency: string;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
  electricityPrice: Amount;
  feedInPrice: Amount;
  /** Percentage of production used on the site. */
  ownUsePercent: Amount;
  pvBrand: string;
  pvModel: string;
  batteryBrand: string;
  batteryModel: string;
  userEmail: string;
  installerEmail: string;
  shareWith: string[];
  allowedSources: string[];
  projectReferenceId: string;
  remark: string;
  pvRemark: string;
  batteryRemark: string;
}
export type SiteField = keyof SiteForm;

export const EMPTY_SITE: SiteForm = {
  siteName: '',
  powerMaxKw: '',
  systemSizeKw: '',
  controlLimitKw: '',
  commissionDate: '',
  countryCode: '',
  stateCode: '',
  city: '',
  zipCode: '',
  street: '',
  latitude: '',
  longitude: '',
  timezone: '',
  currency: '',
  temperatureUnit: 'Celsius',
  electricityPrice: '',
  feedInPrice: '',
  ownUsePercent: '',
  pvBrand: '',
  pvModel: '',
  batteryBrand: '',
  batteryModel: '',
  userEmail: '',
  installerEmail: '',
  shareWith: [],
  allowedSources: [],
  projectReferenceId: '',
  remark: '',
  pvRemark: '',
  batteryRemark: '',
};

/** The groups of the form; on a phone each is a separate screen. */
export const GROUPS = {
  basics: ['siteName', 'powerMaxKw', 'systemSizeKw', 'controlLimitKw', 'commissionDate', 'remark'],
  place: ['countryCode', 'stateCode', 'city', 'zipCode', 'street', 'latitude', 'longitude'],
  units: ['timezone', 'currency', 'temperatureUnit', 'electricityPrice', 'feedInPrice', 'ownUsePercent'],
  equipment: ['pvBrand', 'pvModel', 'batteryBrand', 'batteryModel', 'pvRemark', 'batteryRemark'],
  people: ['userEmail', 'installerEmail', 'shareWith', 'allowedSources', 'projectReferenceId'],
} as const satisfies Record<string, readonly SiteField[]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** Converts kW to W without floating-point error; empty becomes null. */
const watts = (kilowatts: Amount): number | null => (kilowatts === '' ? null : Math.round(kilowatts * 1e6) / 1e3);
const kilowatts = (powerW: number | null): Amount => (powerW === null ? '' : powerW / 1000);
const orNull = (amount: Amount): number | null => (amount === '' ? null : amount);
/** Returns undefined for an empty required amount, so that the schema does not read it as 0. */
const orMissing = (amount: Amount | null): number | undefined =>
  amount === '' || amount === null ? undefined : amount;

/** The request before validation: required fields may be missing. */
type Unchecked = { [Name in keyof Wire]: Wire[Name] | undefined };

export function wireOf(form: SiteForm): Unchecked {
  const { powerMaxKw, systemSizeKw, controlLimitKw, ownUsePercent, ...sameFields } = form;
  return {
    ...sameFields,
    powerMax: orMissing(watts(powerMaxKw)),
    systemSize: watts(systemSizeKw),
    controlLimit: watts(controlLimitKw),
    commissionDate: form.commissionDate || null,
    latitude: orMissing(form.latitude),
    longitude: orMissing(form.longitude),
    electricityPrice: orMissing(form.electricityPrice),
    feedInPrice: orNull(form.feedInPrice),
    // Rounded to a tenth of a percent, which is more precise than anybody knows it.
    ownUseShare: ownUsePercent === '' ? null : Math.round(ownUsePercent * 10) / 1000,
  };
}

export function formOf(detail: Response<'site/detail'>): SiteForm {
  // Fields with the same name in form and response; the others follow.
  const { siteName, countryCode, stateCode, city, zipCode, street, latitude, longitude } = detail;
  const { timezone, currency, temperatureUnit, projectReferenceId } = detail;
  const { pvBrand, pvModel, batteryBrand, batteryModel, userEmail, installerEmail, remark, pvRemark, batteryRemark } =
    detail;
  return {
    siteName,
    countryCode,
    stateCode,
    city,
    zipCode,
    street,
    latitude,
    longitude,
    timezone,
    currency,
    temperatureUnit,
    projectReferenceId,
    pvBrand,
    pvModel,
    batteryBrand,
    batteryModel,
    userEmail,
    installerEmail,
    remark,
    pvRemark,
    batteryRemark,
    powerMaxKw: kilowatts(detail.powerMax),
    systemSizeKw: kilowatts(detail.systemSize),
    controlLimitKw: kilowatts(detail.controlLimit),
    commissionDate: detail.commissionDay ?? '',
    electricityPrice: detail.electricityPrice ?? '',
    feedInPrice: detail.feedInPrice ?? '',
    ownUsePercent: detail.ownUseShare === null ? '' : Math.round(detail.ownUseShare * 1000) / 10,
    shareWith: [...detail.shareWith],
    allowedSources: [...detail.allowedSources],
  };
}

/** Returns only the fields that differ from the plant's previous values. */
export function changedFields(before: SiteForm, after: SiteForm): Partial<Wire> {
  const previous = wireOf(before) as Record<string, unknown>;
  const changed = Object.entries(wireOf(after)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(previous[key]),
  );
  return Object.fromEntries(changed) as Partial<Wire>;
}

/** Returns another user's values with the user's own changes applied on top. */
export function rebaseForm(before: SiteForm, mine: SiteForm, theirs: SiteForm): SiteForm {
  const changedKeys = (Object.keys(EMPTY_SITE) as SiteField[]).filter(
    (key) => JSON.stringify(mine[key]) !== JSON.stringify(before[key]),
  );
  return { ...theirs, ...Object.fromEntries(changedKeys.map((key) => [key, mine[key]])) };
}

/** Rules derived from the contract. */
export const siteRules = contractRules<SiteForm>(newSite, {
  empty: EMPTY_SITE,
  wireOf,
  names: {
    powerMax: 'powerMaxKw',
    systemSize: 'systemSizeKw',
    controlLimit: 'controlLimitKw',
    ownUseShare: 'ownUsePercent',
  },
});

const MONEY_FIELDS: readonly SiteField[] = ['currency', 'electricityPrice', 'feedInPrice', 'ownUsePercent'];
const rulesWithoutMoney = without(siteRules, MONEY_FIELDS);

/** Hidden for prices by the hour, which are not a single number; the list of prices shows them. */
const PRICE_FIELDS: readonly SiteField[] = ['electricityPrice', 'feedInPrice'];

/** Returns the fields hidden from the user, which are empty and neither required nor sent. */
export const hiddenFields = (
  showsMoney: boolean,
  { isByHour = false, mayNameOwner = true } = {},
): readonly SiteField[] => [
  ...(showsMoney ? (isByHour ? PRICE_FIELDS : []) : MONEY_FIELDS),
  // Otherwise ownership is transferred by an offer.
  ...(mayNameOwner ? [] : (['userEmail'] as const)),
];
export const rulesFor = (showsMoney: boolean): Rules<SiteForm> => (showsMoney ? siteRules : rulesWithoutMoney);
