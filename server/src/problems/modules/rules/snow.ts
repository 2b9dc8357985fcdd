// Recognises days on which snow may explain what a module lacks: it is cold, and the plant's other modules are not equal.
import { addDays, type Day } from '../../../platform/calendar/rules/localDays.ts';
import type { PlantDay } from './findings.ts';
import type { ModuleFact } from './moduleDay.ts';

/** Days after a cold one on which snow may still lie. */
export const SNOW_LIES_DAYS = 4;
/** Shares of equal modules: while snow slides off, some lack light and others are far ahead of the median. */
const EQUAL = { from: 0.85, to: 1.15 };
/** Part of the modules of other devices that must be equal. */
const EQUAL_PART = 0.75;

export interface Snow {
  /** Whether snow may lie. */
  isPossible: (day: Day) => boolean;
  /** Whether the modules of devices other than this one do not show that the plant is free of snow. */
  mayHide: (day: Day, sn: string) => boolean;
}

/** `days` are in order. */
export function snowOf(days: readonly PlantDay[]): Snow {
  const coldDays = new Set(days.flatMap(({ day, isCold }) => (isCold ? [day] : [])));
  const byDay = new Map(days.map(({ day, modules }) => [day, modules]));
  return {
    isPossible: (day) =>
      Array.from({ length: SNOW_LIES_DAYS + 1 }, (_, n) => addDays(day, -n)).some((before) => coldDays.has(before)),
    mayHide: (day, sn) => {
      const others = (byDay.get(day) ?? []).filter((fact) => fact.sn !== sn);
      return others.filter(isEqual).length < EQUAL_PART * others.length;
    },
  };
}

const isEqual = ({ share }: ModuleFact): boolean => share !== null && share >= EQUAL.from && share <= EQUAL.to;
