// What was read of codes so far: each number once, handed on as typed ones are, with what became of it.
import { useRef, useState } from 'react';
import type { Tone } from '../../ui/StatusDot.tsx';
import type { FoundCode } from './codeReader.ts';
import { isChecked, serialNumberIn } from './serialNumberIn.ts';

/** What became of one number, said to who scans. */
export interface Outcome {
  tone: Tone;
  text: string;
}

export interface ScanProps {
  /** New numbers of one picture, in upper case; answers what became of each, in their order. */
  onNumbers: (serialNumbers: readonly string[]) => Outcome[];
  /** Each number goes somewhere else: of several in one picture none is taken, and one that comes back is taken again. */
  isOneByOne?: boolean;
}

export interface Scanned extends Outcome {
  /** The number, or what a code without one says. */
  said: string;
}

/** A number that has been out of the picture for so long is shown again. */
const AWAY_MS = 1500;
const MAX_SAID = 40;

export interface ScanResult {
  /** Newest first. */
  list: readonly Scanned[];
  /** Several numbers where one is wanted. */
  isSeveral: boolean;
  /** `isStill`: a picture that will not be seen again. */
  take: (codes: readonly FoundCode[], isStill: boolean) => void;
}

/** `other`: what is said of a code without a serial number. */
export function useScanned({ onNumbers, isOneByOne = false }: ScanProps, other: Outcome): ScanResult {
  const [list, setList] = useState<readonly Scanned[]>([]);
  const [isSeveral, setSeveral] = useState(false);
  const seenAt = useRef(new Map<string, number>());
  const onceRead = useRef(new Set<string>());
  // What is done with a number changes with each number that was taken.
  const hand = useRef(onNumbers);
  hand.current = onNumbers;

  const take = (codes: readonly FoundCode[], isStill: boolean) => {
    const now = performance.now();
    const sure = codes.filter((code) => {
      if (isStill || isChecked(code) || onceRead.current.has(code.text)) return true;
      onceRead.current.add(code.text);
      return false;
    });
    const numbers = [...new Set(sure.map(serialNumberIn))].filter((sn) => sn !== '');
    const others = [...new Set(sure.filter((code) => serialNumberIn(code) === '').map(({ text }) => text))];
    const isNew = (said: string, mayReturn: boolean) => {
      const before = seenAt.current.get(said);
      return before === undefined || (mayReturn && now - before > AWAY_MS);
    };
    const several = isOneByOne && numbers.length > 1;
    setSeveral(several);
    const fresh = several ? [] : numbers.filter((sn) => isNew(sn, isOneByOne));
    const rest = others.filter((text) => isNew(text, false));
    for (const said of several ? others : [...numbers, ...others]) seenAt.current.set(said, now);
    if (fresh.length + rest.length === 0) return;
    const outcomes = fresh.length > 0 ? hand.current(fresh) : [];
    const told = [
      ...fresh.map((said, place) => ({ said, ...outcomes[place]! })),
      ...rest.map((text) => ({ said: text.slice(0, MAX_SAID), ...other })),
    ];
    setList((before) => [...told.toReversed(), ...before.filter(({ said }) => !told.some((one) => one.said === said))]);
  };
  return { list, isSeveral, take };
}
