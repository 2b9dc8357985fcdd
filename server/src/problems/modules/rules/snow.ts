// Recognises days on which snow may explain what a module lacks: it is cold, and the plant's other modules are not equal.
import { addDays, type Day } from '../../../platform/calendar/rules/localDays.ts';
import type { PlantDay } from './findings.ts';
import type { ModuleFact } from './moduleDay.ts';

/** Days after a cold one on which snow may still lie. */
export const SNOW_LIES_DAYS = 4;
/** Shares of equal modules: while snow slides off, some lack light and others are far ahead of the median. */
const EQUAL = { from: 0.85, to: 1.15 };
/** Part of the modules of other devices that are equal on a day that shows the condition of a module. */
const EQUAL_PART = 0.6;
/** Part that shows nothing of snow if none lies anywhere. */
const FREE_PART = 0.85;

export interface Snow {
  /** Whether snow may lie. */
  isPossible: (day: Day) => boolean;
  /** Whether the day does not show a module's condition: those of other devices are not equal, or it is far ahead of them. */
  mayHide: (day: Day, fact: ModuleFact) => boolean;
  /** Whether no snow lies on the plant on any of these days, as far as modules of devices other than this one show. */
  isNone: (from: Day, to: Day, sn: string) => boolean;
}

/** `days` are in order. */
export function snowOf(days: readonly PlantDay[]): Snow {
  const coldDays = new Set(days.flatMap(({ day, isCold }) => (isCold ? [day] : [])));
  const byDay = new Map(days.map(({ day, modules }) => [day, modules]));
  const isPossible = (day: Day) =>
    Array.from({ length: SNOW_LIES_DAYS + 1 }, (_, n) => addDays(day, -n)).some((before) => coldDays.has(before));
  const partOf = (day: Day, sn: string, isGood: (fact: ModuleFact) => boolean): number => {
    const others = (byDay.get(day) ?? []).filter((fact) => fact.sn !== sn);
    return others.length === 0 ? 0 : others.filter(isGood).length / others.length;
  };
  return {
    isPossible,
    mayHide: (day, { sn, share }) => (share ?? 0) > EQUAL.to || partOf(day, sn, isEqual) < EQUAL_PART,
    isNone: (from, to, sn) => {
      for (let day = from; day <= to; day = addDays(day, 1))
        if (isPossible(day) && partOf(day, sn, isUncovered) < FREE_PART) return false;
      return true;
    },
  };
}

const isEqual = ({ share }: ModuleFact): boolean => share !== null && share >= EQUAL.from && share <= EQUAL.to;
/** In light that does not suffice for a comparison, a module without snow still produces. */
const isUncovered = (fact: ModuleFact): boolean => (fact.state === null ? fact.gives : isEqual(fact));
