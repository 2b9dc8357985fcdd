// Settings of a meter, battery or inverter with one direction reversed from a day on.
import type { Request, Response } from '@heliograph/contract/calls.ts';

type Settings = Pick<Response<'device/meter/settings'>, 'settable' | 'list'>;
type List = Request<'device/meter/setUp'>['list'];

/** Returns the settings: those before the day stay, and those of that day or later are reversed. */
export function reversedFrom({ settable, list }: Settings, side: 'grid' | 'battery', day: string): List {
  // A battery has only one direction, that of `reversed`.
  const field = settable === 'inverter' && side === 'battery' ? 'batteryReversed' : 'reversed';
  const defaults = { role: 'grid' as const, reversed: false, batteryReversed: false };
  const before = list.filter(({ validFrom }) => validFrom < day);
  const after = list.filter(({ validFrom }) => validFrom >= day);
  const onDay = after[0]?.validFrom === day ? [] : [{ ...defaults, ...before.at(-1), validFrom: day }];
  return [...before, ...[...onDay, ...after].map((setting) => ({ ...setting, [field]: !setting[field] }))];
}
