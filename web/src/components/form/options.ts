// Search in a long list of choices: labels that begin with the typed text come first, accents and case are ignored.
import type { ComboboxItem, OptionsFilter } from '@mantine/core';

const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns 0 if the label begins with the text, 1 if one of its words does, 2 if it contains the text, else null. */
function rankOf(label: string, query: string): number | null {
  let at = label.indexOf(query);
  if (at <= 0) return at < 0 ? null : 0;
  for (; at > 0; at = label.indexOf(query, at + 1)) if (!/[\p{L}\p{N}]/u.test(label[at - 1]!)) return 1;
  return 2;
}

/** Returns whether one of the label's words begins with the typed text. */
export const beginsWord = (label: string, typed: string): boolean =>
  (rankOf(normalize(label), normalize(typed.trim())) ?? 2) < 2;

/** Returns the matching choices, best match first; equally good ones keep their order. */
export function fitting<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const query = normalize(typed.trim());
  if (query === '') return [...items];
  return items
    .flatMap((item) => {
      const rank = rankOf(normalize(item.label), query);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** The same as a filter for lists of the UI library. */
export const byFit: OptionsFilter = ({ options, search, limit }) =>
  fitting(options as ComboboxItem[], search).slice(0, limit);
