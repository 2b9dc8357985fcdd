// The plant form: its values as people type them (kW, empty for none), the contract's fields, and what differs.
import { siteFields } from '@heliograph/contract/calls/site.ts';
import type { Request, Response } from '@heliograph/contract/calls.ts';

type Wire = Omit<Request<'site/createFast'>, 'sn'>;
type Amount = number | '';

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
  units: ['timezone', 'currency', 'temperatureUnit', 'electricityPrice', 'feedInPrice'],
  equipment: ['pvBrand', 'pvModel', 'batteryBrand', 'batteryModel', 'pvRemark', 'batteryRemark'],
  people: ['userEmail', 'installerEmail', 'shareWith', 'allowedSources', 'projectReferenceId'],
} as const satisfies Record<string, readonly SiteField[]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

export const REQUIRED: readonly SiteField[] = [
  'siteName',
  'powerMaxKw',
  'countryCode',
  'latitude',
  'longitude',
  'timezone',
  'currency',
  'electricityPrice',
];

/** kW -> W, free of the rounding of floating point; nothing typed is null. */
const watts = (kilowatts: Amount): number | null => (kilowatts === '' ? null : Math.round(kilowatts * 1e6) / 1e3);
const kilowatts = (powerW: number | null): Amount => (powerW === null ? '' : powerW / 1000);
const orNull = (amount: Amount): number | null => (amount === '' ? null : amount);
/** What must be said and is not: undefined, so that the schema does not take it for 0. */
const orMissing = (amount: Amount | null): number => (amount === '' || amount === null ? (undefined as never) : amount);

export function wireOf(form: SiteForm): Wire {
  const { powerMaxKw, systemSizeKw, controlLimitKw, ...same } = form;
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
  };
}

export function formOf(detail: Response<'site/detail'>): SiteForm {
  const form = Object.fromEntries(
    Object.keys(EMPTY_SITE).map((key) => [key, (detail as Record<string, unknown>)[key]]),
  ) as unknown as SiteForm;
  return {
    ...form,
    powerMaxKw: kilowatts(detail.powerMax),
    systemSizeKw: kilowatts(detail.systemSize),
    controlLimitKw: kilowatts(detail.controlLimit),
    commissionDate: detail.commissionDay ?? '',
    electricityPrice: detail.electricityPrice ?? '',
    feedInPrice: detail.feedInPrice ?? '',
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

export type Fault = 'required' | 'email' | 'length' | 'format';

const FORM_NAMES: Record<string, SiteField> = {
  powerMax: 'powerMaxKw',
  systemSize: 'systemSizeKw',
  controlLimit: 'controlLimitKw',
};

/** Empty for who may not see them, and then neither asked for nor sent. */
export const MONEY_FIELDS: readonly SiteField[] = ['currency', 'electricityPrice', 'feedInPrice'];

/** The contract's own rules, in the words of the message catalogue; one fault a field, none of a `hidden` one. */
export function faultsOf(form: SiteForm, hidden: readonly SiteField[] = []): Partial<Record<SiteField, Fault>> {
  const faults: Partial<Record<SiteField, Fault>> = {};
  for (const field of REQUIRED) {
    const value = form[field];
    if (value === '' || (typeof value === 'string' && value.trim() === '')) faults[field] = 'required';
  }
  const parsed = siteFields.safeParse(wireOf(form));
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    const field = FORM_NAMES[name] ?? (name as SiteField);
    faults[field] ??= faultOf(issue, field);
  }
  for (const field of hidden) delete faults[field];
  return faults;
}

function faultOf(issue: { code: string; origin?: unknown }, field: SiteField): Fault {
  if (['userEmail', 'installerEmail', 'shareWith'].includes(field)) return 'email';
  if ((issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'string') return 'length';
  return 'format';
}
