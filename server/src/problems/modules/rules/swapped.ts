// Devices or modules whose curves fit each other's places: their numbers were probably swapped when the roof was entered.

import { WEAK_DAYS } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';
import type { ClearFact } from './clearDay.ts';

export interface ClearDay {
  day: Day;
  modules: readonly (ClearFact & { sn: string; input: number })[];
}

/** Input 0: all of the device. */
export interface Which {
  sn: string;
  input: number;
}

export interface Swap {
  one: Which;
  other: Which;
  since: Day;
}

interface Strayed extends Which {
  from: string;
  to: string;
  since: Day;
}

/** `clear`: clear days in order. The last three clear days of each have to say the same. */
export function swapsOf(clear: readonly ClearDay[]): { swaps: Swap[]; strayed: readonly Which[] } {
  const facts = clear.flatMap(({ day, modules }) => modules.map((fact) => ({ ...fact, day })));
  const byModule = Map.groupBy(facts, ({ sn, input }) => `${sn} ${input}`);
  const strayed = [...byModule.values()].flatMap((days) => strayedOf(days) ?? []);
  const inputsOf = (sn: string) => new Set(facts.flatMap((fact) => (fact.sn === sn ? [fact.input] : []))).size;
  const whole = [...Map.groupBy(strayed, ({ sn }) => sn)].flatMap(([sn, same]): Strayed[] => {
    const [first] = same;
    const isAll = same.length === inputsOf(sn);
    if (!first || !isAll || !same.every(({ from, to }) => from === first.from && to === first.to)) return same;
    const since = same.reduce((last, each) => (each.since > last ? each.since : last), first.since);
    return [{ ...first, input: 0, since }];
  });
  return { swaps: pairsOf(whole), strayed };
}

function strayedOf(days: readonly (ClearFact & Which & { day: Day })[]): Strayed | null {
  const last = required(days.at(-1), 'a clear day');
  const isSame = (fact: ClearFact) => fact.fits === last.fits && fact.face === last.face;
  const from = days.findLastIndex((fact) => !isSame(fact)) + 1;
  const first = days[from];
  if (!first || last.fits === last.face || days.length - from < WEAK_DAYS) return null;
  return { sn: last.sn, input: last.input, from: last.face, to: last.fits, since: first.day };
}

/** One of each face with one of the other, in the order of their numbers: which of several hangs where nobody can tell. */
function pairsOf(strayed: readonly Strayed[]): Swap[] {
  const left = strayed.toSorted((a, b) => (a.sn < b.sn ? -1 : a.sn > b.sn ? 1 : a.input - b.input));
  const swaps: Swap[] = [];
  for (let one = left.shift(); one; one = left.shift()) {
    const { from, to, input, since } = one;
    const at = left.findIndex(
      (other) => other.from === to && other.to === from && (other.input === 0) === (input === 0),
    );
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (!other) continue;
    swaps.push({
      one: { sn: one.sn, input },
      other: { sn: other.sn, input: other.input },
      since: since > other.since ? since : other.since,
    });
  }
  return swaps;
}
