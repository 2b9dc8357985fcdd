// Searching a long list of choices: what begins with the typed words comes first, accents and case do not count.
import type { ComboboxItem, OptionsFilter } from '@mantine/core';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** 0 where the label begins with it, 1 where one of its words does, 2 where it is somewhere within; null where it is not. */
function rankOf(label: string, wanted: string): number | null {
  let at = label.indexOf(wanted);
  if (at <= 0) return at < 0 ? null : 0;
  for (; at > 0; at = label.indexOf(wanted, at + 1)) if (!/[\p{L}\p{N}]/u.test(label[at - 1]!)) return 1;
  return 2;
}

/** Whether one of the label's words begins with it. */
export const beginsWord = (label: string, typed: string): boolean =>
  (rankOf(plain(label), plain(typed.trim())) ?? 2) < 2;

/** The choices that fit, the best first; equally good ones stay in their order. */
export function fitting<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return [...items];
  return items
    .flatMap((item) => {
      const rank = rankOf(plain(item.label), wanted);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** For a list of the UI library. */
export const byFit: OptionsFilter = ({ options, search, limit }) =>
  fitting(options as ComboboxItem[], search).slice(0, limit);
