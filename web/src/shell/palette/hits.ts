// Hits of the global search, and their matching with the typed text.
import type { Response } from '@heliograph/contract/calls.ts';
import { beginsWord, fitting } from '../../components/form/options.ts';
import type { Destination } from '../../links.ts';
import type { Recent } from './recent.ts';

export const GROUPS = ['recent', 'plants', 'devices', 'pages', 'actions', 'guide'] as const;
export type Group = (typeof GROUPS)[number];

export interface Hit {
  /** Unique id. */
  id: string;
  group: Group;
  label: string;
  /** After the label, less prominent. */
  note?: string;
  /** Destination, or action. */
  to: Destination | (() => void);
  /** Entry to store as recent. */
  recent?: Recent;
}

type Site = Response<'site/listWithSN'>['list'][number];
type Device = Response<'device/list'>['list'][number];

const has = (text: string, typed: string) => text.toLowerCase().includes(typed.toLowerCase());

/** Returns the devices whose serial number or name matches. The call also searches the names of plants, which do not count. */
export function devicesFound(devices: readonly Device[], typed: string): Device[] {
  return devices.filter(({ sn, alias }) => sn.toLowerCase().startsWith(typed.toLowerCase()) || has(alias, typed));
}

/**
 * Returns the plants whose fields match, those with a matching name first; a plant that only contains a found device is
 * left out. `isAnswer`: the server found them for exactly this text, also by fields that a row does not include.
 */
export function sitesFound(
  sites: readonly Site[],
  devices: readonly Device[],
  typed: string,
  isAnswer: boolean,
): Site[] {
  const withDevice = new Set(devices.map(({ sid }) => sid));
  const matches = sites.filter(
    ({ sid, siteName, city, userEmail, installerEmail, installerName }) =>
      (isAnswer && !withDevice.has(sid)) ||
      [siteName, city, userEmail, installerEmail, installerName].some((text) => has(text, typed)),
  );
  const byName = fitting(
    matches.map((site) => ({ label: site.siteName, site })),
    typed,
  ).map(({ site }) => site);
  return [...byName, ...matches.filter((site) => !byName.includes(site))];
}

/** Returns the pages and actions with a word that begins with the typed text. */
export function hitsFound(hits: readonly Hit[], typed: string): Hit[] {
  return hits.filter(({ label }) => beginsWord(label, typed));
}

export interface GuideText {
  hit: Hit;
  text: string;
}
const MAX_SECTIONS = 5;
/** Shorter words are in nearly every section. */
const MIN_LETTERS = 3;
/** Chinese and Japanese put no spaces between words, which are short. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns the sections of the guide whose title matches, then those whose text does; at most five. */
export function sectionsFound(sections: readonly GuideText[], typed: string): Hit[] {
  const isWhole = WITHOUT_SPACES.test(typed);
  const matches = (text: string) => (isWhole ? has(text, typed) : beginsWord(text, typed));
  const byTitle = sections.filter(({ hit }) => matches(hit.label));
  const byText = typed.length < MIN_LETTERS && !isWhole ? [] : sections.filter(({ text }) => matches(text));
  return [...new Set([...byTitle, ...byText])].slice(0, MAX_SECTIONS).map(({ hit }) => hit);
}

/**
 * Returns the hit for an Enter pressed before the answer arrived: the only hit, or the only one with exactly this name. A section
 * of the guide counts only if nothing else was found, as its text may happen to contain the name of a plant.
 */
export function meant(found: readonly Hit[], typed: string): Hit | undefined {
  const others = found.filter(({ group }) => group !== 'guide');
  const hits = others.length > 0 ? others : found;
  if (hits.length === 1) return hits[0];
  const same = hits.filter(({ label }) => label.toLowerCase() === typed.toLowerCase());
  return same.length === 1 ? same[0] : undefined;
}
