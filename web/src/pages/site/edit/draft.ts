// An unfinished new plant, kept in this browser per user until it is made or started anew.
import { KEYS, store, storedJson } from '../../../session/storage.ts';
import { type NewDevice, NO_PLACEMENT } from './devices.ts';
import { EMPTY_SITE, GROUP_NAMES, type Group, type SiteForm } from './siteForm.ts';

export interface Draft {
  form: SiteForm;
  devices: NewDevice[];
  step: 'plant' | 'devices';
  /** Where one was on a phone. */
  group: Group;
  /** Milliseconds since 1970. */
  savedAtMs: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function all(): Record<string, unknown> {
  const value = storedJson(KEYS.siteDrafts);
  return isRecord(value) ? value : {};
}

/** Takes from what was stored only what has the shape of the sample; the rest stays as in the sample. */
function shaped<T extends object>(sample: T, value: unknown): T {
  if (!isRecord(value)) return { ...sample };
  const fits = Object.entries(sample).map(([key, usual]) => {
    const stored = value[key];
    const isAmount = usual === '' && typeof stored === 'number';
    const isList = Array.isArray(usual)
      ? Array.isArray(stored) && stored.every((each) => typeof each === 'string')
      : !Array.isArray(stored);
    return [key, isAmount || (typeof stored === typeof usual && isList) ? stored : usual];
  });
  return Object.fromEntries(fits) as T;
}

export function loadDraft(uid: number | undefined): Draft | null {
  const stored = all()[String(uid ?? 0)];
  if (!isRecord(stored) || !isRecord(stored.form)) return null;
  const devices = Array.isArray(stored.devices) ? stored.devices : [];
  return {
    form: shaped(EMPTY_SITE, stored.form),
    devices: devices
      .filter((device) => isRecord(device) && typeof device.sn === 'string' && device.sn !== '')
      .map((device) => shaped({ sn: 'sn', model: 0, ...NO_PLACEMENT }, device) as NewDevice),
    step: stored.step === 'devices' ? 'devices' : 'plant',
    group: GROUP_NAMES.find((name) => name === stored.group) ?? 'basics',
    savedAtMs: typeof stored.savedAtMs === 'number' ? stored.savedAtMs : 0,
  };
}

/** Null forgets it. */
export function saveDraft(uid: number | undefined, draft: Draft | null): void {
  const drafts = all();
  if (draft) drafts[String(uid ?? 0)] = draft;
  else delete drafts[String(uid ?? 0)];
  store(KEYS.siteDrafts, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}

/** Nothing is kept of a wizard that was only opened. */
export function isWorthKeeping(form: SiteForm, devices: readonly NewDevice[], start: SiteForm): boolean {
  return devices.length > 0 || JSON.stringify(form) !== JSON.stringify(start);
}
