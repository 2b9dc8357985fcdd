// The settings of a meter, a battery or an inverter with one direction turned from a day on.
import type { Request, Response } from '@heliograph/contract/calls.ts';

type Settings = Pick<Response<'device/meter/settings'>, 'settable' | 'list'>;
type List = Request<'device/meter/setUp'>['list'];

/** What holds before the day stays; what was said for that day or a later one is turned, too. */
export function reversedFrom({ settable, list }: Settings, side: 'grid' | 'battery', day: string): List {
  // A battery has one direction, and it is its own.
  const field = settable === 'inverter' && side === 'battery' ? 'batteryReversed' : 'reversed';
  const usual = { role: 'grid' as const, reversed: false, batteryReversed: false };
  const before = list.filter(({ validFrom }) => validFrom < day);
  const after = list.filter(({ validFrom }) => validFrom >= day);
  const onDay = after[0]?.validFrom === day ? [] : [{ ...usual, ...before.at(-1), validFrom: day }];
  return [...before, ...[...onDay, ...after].map((setting) => ({ ...setting, [field]: !setting[field] }))];
}
