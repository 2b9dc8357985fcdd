// Settings of a meter with another place from a day on.
import type { Request } from '@heliograph/contract/calls.ts';
import type { MeterRole } from '@heliograph/contract/flows.ts';

type List = Request<'device/meter/setUp'>['list'];

/** Returns the settings: those before the day stay, and from the day on all have the role. */
export function withRoleFrom(list: List, role: MeterRole, day: string): List {
  const before = list.filter(({ validFrom }) => validFrom < day);
  const after = list.filter(({ validFrom }) => validFrom >= day);
  const onDay =
    after[0]?.validFrom === day ? [] : [{ reversed: false, batteryReversed: false, ...before.at(-1), validFrom: day }];
  return [...before, ...[...onDay, ...after].map((setting) => ({ ...setting, role }))];
}
