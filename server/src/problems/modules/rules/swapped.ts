// Finds devices or modules whose curves fit each other's roof faces: their serial numbers were probably swapped when the roof was entered.

import { WEAK_DAYS } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';
import type { ClearFact } from './clearDay.ts';

export interface ClearDay {
  day: Day;
  modules: readonly (ClearFact & { sn: string; input: number })[];
}

/** A module, or with input 0 a whole device. */
export interface Which {
  sn: string;
  input: number;
}

export interface Swap {
  one: Which;
  other: Which;
  since: Day;
}

interface Misplaced extends Which {
  from: string;
  to: string;
  since: Day;
}

/** Finds swaps and all misplaced modules. `clear`: clear days in order. The last three clear days of a module must agree. */
export function swapsOf(clear: readonly ClearDay[]): { swaps: Swap[]; strayed: readonly Which[] } {
  const facts = clear.flatMap(({ day, modules }) => modules.map((fact) => ({ ...fact, day })));
  const byModule = Map.groupBy(facts, ({ sn, input }) => `${sn} ${input}`);
  const strayed = [...byModule.values()].flatMap((days) => misplacedOf(days) ?? []);
  const inputsOf = (sn: string) => new Set(facts.flatMap((fact) => (fact.sn === sn ? [fact.input] : []))).size;
  const whole = [...Map.groupBy(strayed, ({ sn }) => sn)].flatMap(([sn, same]): Misplaced[] => {
    const [first] = same;
    const isAll = same.length === inputsOf(sn);
    if (!first || !isAll || !same.every(({ from, to }) => from === first.from && to === first.to)) return same;
    const since = same.reduce((last, each) => (each.since > last ? each.since : last), first.since);
    return [{ ...first, input: 0, since }];
  });
  return { swaps: pairsOf(whole), strayed };
}

function misplacedOf(days: readonly (ClearFact & Which & { day: Day })[]): Misplaced | null {
  const last = required(days.at(-1), 'a clear day');
  const isSame = (fact: ClearFact) => fact.fits === last.fits && fact.face === last.face;
  const from = days.findLastIndex((fact) => !isSame(fact)) + 1;
  const first = days[from];
  if (!first || last.fits === last.face || days.length - from < WEAK_DAYS) return null;
  return { sn: last.sn, input: last.input, from: last.face, to: last.fits, since: first.day };
}

/** Pairs modules of two faces in the order of serial numbers: it cannot be determined which of several is where. */
function pairsOf(strayed: readonly Misplaced[]): Swap[] {
  const unpaired = strayed.toSorted((a, b) => (a.sn < b.sn ? -1 : a.sn > b.sn ? 1 : a.input - b.input));
  const swaps: Swap[] = [];
  for (let one = unpaired.shift(); one; one = unpaired.shift()) {
    const { from, to, input, since } = one;
    const at = unpaired.findIndex(
      (other) => other.from === to && other.to === from && (other.input === 0) === (input === 0),
    );
    const [other] = at < 0 ? [] : unpaired.splice(at, 1);
    if (!other) continue;
    swaps.push({
      one: { sn: one.sn, input },
      other: { sn: other.sn, input: other.input },
      since: since > other.since ? since : other.since,
    });
  }
  return swaps;
}
