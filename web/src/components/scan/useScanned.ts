// The scanned codes so far: each number once, passed on like a typed one, with its outcome.
import { useRef, useState } from 'react';
import type { Tone } from '../../ui/StatusDot.tsx';
import type { FoundCode } from './codeReader.ts';
import { isChecked, serialNumberIn } from './serialNumberIn.ts';

/** Outcome of one number, shown to the user. */
export interface Outcome {
  tone: Tone;
  text: string;
}

export interface ScanProps {
  /** Called with the new numbers of one picture, in upper case; returns the outcome of each, in their order. */
  onNumbers: (serialNumbers: readonly string[]) => Outcome[];
  /** Each number has another destination: several numbers in one picture are not accepted. */
  isOneByOne?: boolean;
  /** Removes a number from the list that it joined. Undefined: numbers join no list. */
  onRemove?: ((serialNumber: string) => void) | undefined;
  /** Returns the result of the check of a number; undefined until there is one. */
  checkOf?: ((serialNumber: string) => Check | undefined) | undefined;
}

export interface Check {
  /** Name of its product; '': not known. */
  product: string;
  /** Reason why it cannot be used; '': it can. */
  refusal: string;
}

export interface Scanned extends Outcome {
  /** Serial number, or content of a code without one. */
  content: string;
  isNumber: boolean;
}

/** Time out of the picture after which a number is read again. */
const AWAY_MS = 1500;
const MAX_CONTENT = 40;

export interface ScanResult {
  /** Newest first. */
  list: readonly Scanned[];
  /** The picture has several numbers where a single one is required. */
  hasSeveral: boolean;
  /** Accepts the codes of a picture. `isStill`: a photo, which is read only once. */
  acceptCodes: (codes: readonly FoundCode[], isStill: boolean) => void;
  /** Takes a number off the list; it can be read again. */
  remove: (serialNumber: string) => void;
}

interface Options extends Pick<ScanProps, 'onNumbers' | 'isOneByOne'> {
  /** Outcome of a code without a serial number. */
  other: Outcome;
  /** Called with the new codes of one picture, in its order. */
  onRead: (scanned: readonly Scanned[]) => void;
}

export function useScanned({ onNumbers, isOneByOne = false, other, onRead }: Options): ScanResult {
  const [list, setList] = useState<readonly Scanned[]>([]);
  const [hasSeveral, setSeveral] = useState(false);
  const lastReadMs = useRef(new Map<string, number>());
  const readOnce = useRef(new Set<string>());
  // In a ref, because the handler changes with each accepted number.
  const handler = useRef(onNumbers);
  handler.current = onNumbers;

  const acceptCodes = (codes: readonly FoundCode[], isStill: boolean) => {
    const now = performance.now();
    const confirmed = codes.filter((code) => {
      if (isStill || isChecked(code) || readOnce.current.has(code.text)) return true;
      readOnce.current.add(code.text);
      return false;
    });
    const numbers = [...new Set(confirmed.map(serialNumberIn))].filter((sn) => sn !== '');
    const others = [...new Set(confirmed.filter((code) => serialNumberIn(code) === '').map(({ text }) => text))];
    const isNew = (sn: string) => {
      const lastMs = lastReadMs.current.get(sn);
      return isStill || lastMs === undefined || now - lastMs > AWAY_MS;
    };
    const several = isOneByOne && numbers.length > 1;
    setSeveral(several);
    const newNumbers = several ? [] : numbers.filter(isNew);
    // Labels have other codes beside the serial number, so these are reported once.
    const newOthers = others.filter((text) => !lastReadMs.current.has(text));
    for (const content of several ? others : [...numbers, ...others]) lastReadMs.current.set(content, now);
    if (newNumbers.length + newOthers.length === 0) return;
    const outcomes = newNumbers.length > 0 ? handler.current(newNumbers) : [];
    const scanned: Scanned[] = [
      ...newNumbers.map((content, index) => ({ content, isNumber: true, ...outcomes[index]! })),
      ...newOthers.map((text) => ({ content: text.slice(0, MAX_CONTENT), isNumber: false, ...other })),
    ];
    onRead(scanned);
    setList((before) => [
      ...scanned.toReversed(),
      ...before.filter(({ content }) => !scanned.some((each) => each.content === content)),
    ]);
  };
  const remove = (sn: string) => setList((before) => before.filter(({ content }) => content !== sn));
  return { list, hasSeveral, acceptCodes, remove };
}
