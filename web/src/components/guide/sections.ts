// Sections of the guide by role, and which of them have a picture; their texts are in src/i18n/guides/.
import type guide from '../../i18n/guides/en.json';

export type GuideSection = keyof (typeof guide)['guide']['guide']['section'];

export const GUIDE_ROLES = ['owner', 'installer', 'manager', 'operator'] as const;
export type GuideRole = (typeof GUIDE_ROLES)[number];

/** In the order of a first visit; a section that several roles need is written once. */
export const SECTIONS: Readonly<Record<GuideRole, readonly GuideSection[]>> = {
  owner: ['overview', 'energy', 'prices', 'alerts', 'roof', 'battery', 'remoteControl', 'sharing', 'account'],
  installer: ['plants', 'newPlant', 'roof', 'setUp', 'alerts', 'energy', 'battery', 'remoteControl', 'handOver'],
  manager: ['dashboard', 'plants', 'alerts', 'people', 'roles', 'stock', 'remoteControl', 'firmware', 'auditLog'],
  operator: ['dashboard', 'people', 'roles', 'products', 'stock', 'firmware', 'auditLog', 'account'],
};

/** Sections with a picture in web/public/guides/, which `npm run screens -- --guide` takes. */
export const PICTURED = [
  'energy',
  'alerts',
  'roof',
  'battery',
  'remoteControl',
  'plants',
] as const satisfies readonly GuideSection[];
export const isPictured = (section: GuideSection): section is (typeof PICTURED)[number] =>
  PICTURED.some((pictured) => pictured === section);

/** Size of every picture on the page; files have twice as many pixels each way. */
export const PICTURE = { width: 640, height: 400 };

/** Returns the role whose guide has the section: the preferred one if possible. */
export const roleWith = (section: GuideSection, preferred: GuideRole): GuideRole =>
  [preferred, ...GUIDE_ROLES.toReversed()].find((role) => SECTIONS[role].includes(section)) ?? preferred;
