// Parsing of serial numbers from pasted or typed text: any separator, each number once, in the given order.

import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';

export interface ParsedSerialNumbers {
  /** New and well formed, upper case. */
  good: string[];
  /** Not a serial number, as typed. */
  bad: string[];
  /** Entered twice, or already known. */
  repeated: string[];
}

/** Splits at white space, commas, semicolons and bars; removes quotes and byte order marks of pasted tables. */
export function parseSerialNumbers(text: string, known: Iterable<string> = []): ParsedSerialNumbers {
  const visited = new Set(known);
  const parsed: ParsedSerialNumbers = { good: [], bad: [], repeated: [] };
  for (const piece of text.split(/[\s,;|，；、]+/)) {
    const typed = piece.replace(/["'\uFEFF\u200B]/g, '');
    if (typed === '') continue;
    const sn = typed.toUpperCase();
    if (!SERIAL_NUMBER.test(sn)) parsed.bad.push(typed);
    else if (visited.has(sn)) {
      if (!parsed.repeated.includes(sn)) parsed.repeated.push(sn);
    } else {
      visited.add(sn);
      parsed.good.push(sn);
    }
  }
  return parsed;
}
