// Serial numbers out of pasted or typed text: whatever separates them, each once, in the order given.

import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';

export interface ParsedSerialNumbers {
  /** New and well formed, upper case. */
  good: string[];
  /** Not a serial number, as typed. */
  bad: string[];
  /** Given twice, or there already. */
  repeated: string[];
}

/** Splits at white space, commas, semicolons and bars; leaves out quotes and byte marks of pasted tables. */
export function parseSerialNumbers(text: string, known: Iterable<string> = []): ParsedSerialNumbers {
  const seen = new Set(known);
  const parsed: ParsedSerialNumbers = { good: [], bad: [], repeated: [] };
  for (const piece of text.split(/[\s,;|，；、]+/)) {
    const typed = piece.replace(/["'\uFEFF\u200B]/g, '');
    if (typed === '') continue;
    const sn = typed.toUpperCase();
    if (!SERIAL_NUMBER.test(sn)) parsed.bad.push(typed);
    else if (seen.has(sn)) {
      if (!parsed.repeated.includes(sn)) parsed.repeated.push(sn);
    } else {
      seen.add(sn);
      parsed.good.push(sn);
    }
  }
  return parsed;
}
