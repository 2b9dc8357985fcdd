// Contents of sample tables, on pages and in files: status texts and rounded numbers.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { alertTexts } from '../live/rowTexts.ts';

/** Returns a function that caches status texts: long lists have few distinct status words. */
export function statusTextsIn(language: LanguageCode): (statusBits: number) => string {
  const texts = new Map<number, string>();
  return (bits) => {
    let text = texts.get(bits);
    if (text === undefined) {
      text = alertTexts({ statusBits: bits }, language).alertTitle;
      texts.set(bits, text);
    }
    return text;
  };
}

/** Returns an instant as local time of the plant, from its ISO text, so that the time zone is resolved only once. */
export const clockText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;

/** Rounds to a thousandth, as further digits result from computing. NaN becomes null. */
export function plainNumber(value: number): number | null {
  if (Number.isNaN(value)) return null;
  // Adding 0 turns minus zero into 0.
  return Number(value.toFixed(3)) + 0;
}
