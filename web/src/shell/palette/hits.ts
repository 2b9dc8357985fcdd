// What the search everywhere can offer, and how it is matched with what was typed.
import type { Response } from '@heliograph/contract/calls.ts';
import { beginsWord, fitting } from '../../components/form/options.ts';
import type { Destination } from '../../links.ts';
import type { Recent } from './recent.ts';

export const GROUPS = ['recent', 'plants', 'devices', 'pages', 'actions'] as const;
export type Group = (typeof GROUPS)[number];

export interface Hit {
  /** Unlike that of any other. */
  id: string;
  group: Group;
  label: string;
  /** Behind the label, quieter. */
  note?: string;
  /** Where it leads, or what it does. */
  to: Destination | (() => void);
  /** What is remembered of it. */
  keeps?: Recent;
}

type Site = Response<'site/listWithSN'>['list'][number];
type Device = Response<'device/list'>['list'][number];

const has = (text: string, typed: string) => text.toLowerCase().includes(typed.toLowerCase());

/** The call looks through the plants' names as well: a device is found by its own number and name alone. */
export function devicesFound(devices: readonly Device[], typed: string): Device[] {
  return devices.filter(({ sn, alias }) => sn.toLowerCase().startsWith(typed.toLowerCase()) || has(alias, typed));
}

/**
 * Plants found by their own words, those whose name fits first; one that only holds a device that is found is left out.
 * `isAnswer`: the server found them for these very words, and knows more of them than a row tells.
 */
export function sitesFound(
  sites: readonly Site[],
  devices: readonly Device[],
  typed: string,
  isAnswer: boolean,
): Site[] {
  const holders = new Set(devices.map(({ sid }) => sid));
  const own = sites.filter(
    ({ sid, siteName, city, userEmail, installerEmail, installerName }) =>
      (isAnswer && !holders.has(sid)) ||
      [siteName, city, userEmail, installerEmail, installerName].some((text) => has(text, typed)),
  );
  const byName = fitting(
    own.map((site) => ({ label: site.siteName, site })),
    typed,
  ).map(({ site }) => site);
  return [...byName, ...own.filter((site) => !byName.includes(site))];
}

/** Of pages and actions those whose words begin as typed. */
export function hitsFound(hits: readonly Hit[], typed: string): Hit[] {
  return hits.filter(({ label }) => beginsWord(label, typed));
}

/** What Enter opens that was pressed before the answer came: the only hit, or the only one of this very name. */
export function meant(hits: readonly Hit[], typed: string): Hit | undefined {
  if (hits.length === 1) return hits[0];
  const same = hits.filter(({ label }) => label.toLowerCase() === typed.toLowerCase());
  return same.length === 1 ? same[0] : undefined;
}
