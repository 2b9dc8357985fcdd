// The plant form: its values as people type them (kW, empty for none), the contract's fields, and what differs.
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
  /** Percent of what is made that is used on the site. */
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

/** The groups of the form; on a phone each is a screen of its own. */
export const GROUPS = {
  basics: ['siteName', 'powerMaxKw', 'systemSizeKw', 'controlLimitKw', 'commissionDate', 'remark'],
  place: ['countryCode', 'stateCode', 'city', 'zipCode', 'street', 'latitude', 'longitude'],
  units: ['timezone', 'currency', 'temperatureUnit', 'electricityPrice', 'feedInPrice', 'ownUsePercent'],
  equipment: ['pvBrand', 'pvModel', 'batteryBrand', 'batteryModel', 'pvRemark', 'batteryRemark'],
  people: ['userEmail', 'installerEmail', 'shareWith', 'allowedSources', 'projectReferenceId'],
} as const satisfies Record<string, readonly SiteField[]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** kW -> W, free of the rounding of floating point; nothing typed is null. */
const watts = (kilowatts: Amount): number | null => (kilowatts === '' ? null : Math.round(kilowatts * 1e6) / 1e3);
const kilowatts = (powerW: number | null): Amount => (powerW === null ? '' : powerW / 1000);
const orNull = (amount: Amount): number | null => (amount === '' ? null : amount);
/** What must be said and is not: undefined, so that the schema does not take it for 0. */
const orMissing = (amount: Amount | null): number | undefined =>
  amount === '' || amount === null ? undefined : amount;

/** As it is sent; what must be said may still be missing, until the contract has looked at it. */
type Unchecked = { [Name in keyof Wire]: Wire[Name] | undefined };

export function wireOf(form: SiteForm): Unchecked {
  const { powerMaxKw, systemSizeKw, controlLimitKw, ownUsePercent, ...same } = form;
  return {
    ...same,
    powerMax: orMissing(watts(powerMaxKw)),
    systemSize: watts(systemSizeKw),
    controlLimit: watts(controlLimitKw),
    commissionDate: form.commissionDate || null,
    latitude: orMissing(form.latitude),
    longitude: orMissing(form.longitude),
    electricityPrice: orMissing(form.electricityPrice),
    feedInPrice: orNull(form.feedInPrice),
    // A tenth of a percent is less than anybody knows.
    ownUseShare: ownUsePercent === '' ? null : Math.round(ownUsePercent * 10) / 1000,
  };
}

export function formOf(detail: Response<'site/detail'>): SiteForm {
  // The names that form and plant share; the others follow.
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

/** Only what differs from what the plant had. */
export function changedFields(before: SiteForm, after: SiteForm): Partial<Wire> {
  const was = wireOf(before) as Record<string, unknown>;
  const changed = Object.entries(wireOf(after)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key]),
  );
  return Object.fromEntries(changed) as Partial<Wire>;
}

/** Someone else's values, with one's own changes laid over them. */
export function rebased(before: SiteForm, mine: SiteForm, theirs: SiteForm): SiteForm {
  const own = (Object.keys(EMPTY_SITE) as SiteField[]).filter(
    (key) => JSON.stringify(mine[key]) !== JSON.stringify(before[key]),
  );
  return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) };
}

/** The contract's own rules. */
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

/** A price by the hour is no one number: the list of prices below says it. */
const PRICE_FIELDS: readonly SiteField[] = ['electricityPrice', 'feedInPrice'];

/** Empty for who may not see them, and then neither asked for nor sent. */
export const hiddenFields = (
  showsMoney: boolean,
  { isByHour = false, mayNameOwner = true } = {},
): readonly SiteField[] => [
  ...(showsMoney ? (isByHour ? PRICE_FIELDS : []) : MONEY_FIELDS),
  // Then it changes hands by an offer.
  ...(mayNameOwner ? [] : (['userEmail'] as const)),
];
export const rulesFor = (showsMoney: boolean): Rules<SiteForm> => (showsMoney ? siteRules : rulesWithoutMoney);
