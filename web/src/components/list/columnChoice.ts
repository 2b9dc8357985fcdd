// Which columns of a list a user sees and in which order; the server keeps it per user and list.
import type { ColumnChoice } from '@heliograph/contract/entities/listView.ts';

export type { ColumnChoice };

/** What a list offers: its columns in their usual order, those hidden at first, and those that always stay. */
export interface ColumnOffer {
  ids: readonly string[];
  hiddenAtFirst?: readonly string[];
  /** Cannot be hidden or moved; they stand first. */
  fixed?: readonly string[];
}

/** Columns that the server keeps of one list. */
const MAX_KEPT = 100;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** A stored choice made whole: columns that are gone are dropped, new ones come at their usual place. */
export function completeChoice(stored: Partial<ColumnChoice> | undefined, offer: ColumnOffer): ColumnChoice {
  const fixed = offer.fixed ?? [];
  const wasKnown = new Set(texts(stored?.order));
  const order = [...wasKnown].filter((id) => offer.ids.includes(id) && !fixed.includes(id));
  for (const [index, id] of offer.ids.entries()) {
    if (!order.includes(id) && !fixed.includes(id)) order.splice(Math.max(0, index - fixed.length), 0, id);
  }
  const hidden = stored?.order
    ? [
        ...texts(stored.hidden).filter((id) => order.includes(id)),
        ...(offer.hiddenAtFirst ?? []).filter((id) => !wasKnown.has(id)),
      ]
    : [...(offer.hiddenAtFirst ?? [])];
  return { order: [...fixed, ...order], hidden: hidden.filter((id) => !fixed.includes(id)) };
}

/** The choice to store: columns that this table lacks, as another device's may have, stay as they were. */
export function storedChoice(
  choice: ColumnChoice,
  stored: Partial<ColumnChoice> | undefined,
  { ids }: ColumnOffer,
): ColumnChoice {
  const others = (part: unknown) => texts(part).filter((id) => !ids.includes(id));
  return {
    order: [...choice.order, ...others(stored?.order)].slice(0, MAX_KEPT),
    hidden: [...choice.hidden, ...others(stored?.hidden)].slice(0, MAX_KEPT),
  };
}

/** One column moved up (-1) or down (+1) among those that may move. */
export function moveColumn(choice: ColumnChoice, id: string, by: -1 | 1, fixed: readonly string[] = []): ColumnChoice {
  const at = choice.order.indexOf(id);
  const to = at + by;
  if (at < 0 || fixed.includes(id) || to < fixed.length || to >= choice.order.length) return choice;
  const order = choice.order.toSpliced(at, 1).toSpliced(to, 0, id);
  return { ...choice, order };
}
