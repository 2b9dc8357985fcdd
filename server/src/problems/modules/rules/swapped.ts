// Devices or modules whose curves fit each other's places: their numbers were probably swapped when the roof was entered.
import { WEAK_DAYS } from '@heliograph/contract/moduleFindings.ts';
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
  const byModule = new Map<string, (ClearFact & Which & { day: Day })[]>();
  for (const { day, modules } of clear) {
    for (const fact of modules) {
      const key = `${fact.sn} ${fact.input}`;
      byModule.set(key, [...(byModule.get(key) ?? []), { ...fact, day }]);
    }
  }
  const strayed = [...byModule.values()].flatMap((days) => strayedOf(days) ?? []);
  const inputsOf = Map.groupBy([...byModule.values()], ([first]) => first!.sn);
  const whole = [...Map.groupBy(strayed, ({ sn }) => sn)].flatMap(([sn, same]): Strayed[] => {
    const [first] = same;
    const isAll = same.length === inputsOf.get(sn)!.length;
    const isOne = same.every(({ from, to }) => from === first!.from && to === first!.to);
    if (!isAll || !isOne) return same;
    return [
      {
        ...first!,
        input: 0,
        since: same
          .map(({ since }) => since)
          .toSorted()
          .at(-1)!,
      },
    ];
  });
  return { swaps: pairsOf(whole), strayed };
}

function strayedOf(days: readonly (ClearFact & Which & { day: Day })[]): Strayed | null {
  const last = days.at(-1)!;
  const isSame = (fact: ClearFact) => fact.fits === last.fits && fact.face === last.face;
  const from = days.findLastIndex((fact) => !isSame(fact)) + 1;
  if (last.fits === last.face || days.length - from < WEAK_DAYS) return null;
  return { sn: last.sn, input: last.input, from: last.face, to: last.fits, since: days[from]!.day };
}

/** One of each face with one of the other, in the order of their numbers: which of several hangs where nobody can tell. */
function pairsOf(strayed: readonly Strayed[]): Swap[] {
  const left = strayed.toSorted((a, b) => (a.sn < b.sn ? -1 : a.sn > b.sn ? 1 : a.input - b.input));
  const swaps: Swap[] = [];
  while (left.length > 0) {
    const one = left.shift()!;
    const at = left.findIndex(
      (other) => other.from === one.to && other.to === one.from && (other.input === 0) === (one.input === 0),
    );
    if (at < 0) continue;
    const [other] = left.splice(at, 1);
    const since = one.since > other!.since ? one.since : other!.since;
    swaps.push({ one: { sn: one.sn, input: one.input }, other: { sn: other!.sn, input: other!.input }, since });
  }
  return swaps;
}
