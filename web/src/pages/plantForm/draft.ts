// The draft of a new plant, stored in this browser per user until the plant is created or the user starts over.
import { isRecord, shaped, storeDraft, storedDraft } from '../../components/form/draft.ts';
import { type NewDevice, NO_PLACEMENT } from './devices.ts';
import { EMPTY_SITE, GROUP_NAMES, type Group, type SiteForm } from './siteForm.ts';

export interface Draft {
  form: SiteForm;
  devices: NewDevice[];
  step: 'plant' | 'devices';
  /** Group of fields shown last on a phone. */
  group: Group;
  /** Milliseconds since 1970. */
  savedAtMs: number;
}

/** `waiting`: number of a plant that waits for a connection and is corrected; undefined: a new one. */
const formOf = (waiting: number | undefined): string => (waiting === undefined ? 'site' : `site ${waiting}`);

export function loadDraft(uid: number | undefined, waiting?: number): Draft | null {
  const stored = storedDraft(formOf(waiting), uid);
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

/** Stores the draft; null deletes it. */
export const saveDraft = (uid: number | undefined, draft: Draft | null, waiting?: number): void =>
  storeDraft(formOf(waiting), uid, draft);

/** Returns false for a wizard that was only opened. */
export function isWorthSaving(form: SiteForm, devices: readonly NewDevice[], start: SiteForm): boolean {
  return devices.length > 0 || JSON.stringify(form) !== JSON.stringify(start);
}
