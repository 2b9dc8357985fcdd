// The columns of a list that a user sees and their order; the server stores them per user and list.
import type { ColumnChoice } from '@heliograph/contract/entities/listView.ts';

export type { ColumnChoice };

/** Columns of a list in their default order, those hidden by default, and those always shown. */
export interface ColumnOffer {
  ids: readonly string[];
  hiddenAtFirst?: readonly string[];
  /** Always first; cannot be hidden or moved. */
  fixed?: readonly string[];
}

/** Maximum number of columns that the server stores per list. */
const MAX_STORED = 100;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** Completes a stored choice: drops removed columns and inserts new ones at their default position. */
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

/** Returns the choice to store: columns that this table does not have, such as those of another device, stay unchanged. */
export function storedChoice(
  choice: ColumnChoice,
  stored: Partial<ColumnChoice> | undefined,
  { ids }: ColumnOffer,
): ColumnChoice {
  const others = (part: unknown) => texts(part).filter((id) => !ids.includes(id));
  return {
    order: [...choice.order, ...others(stored?.order)].slice(0, MAX_STORED),
    hidden: [...choice.hidden, ...others(stored?.hidden)].slice(0, MAX_STORED),
  };
}

/** Moves one column up (negative) or down by some places among the movable ones. */
export function moveColumn(choice: ColumnChoice, id: string, by: number, fixed: readonly string[] = []): ColumnChoice {
  const at = choice.order.indexOf(id);
  const to = at + by;
  if (at < 0 || fixed.includes(id) || to < fixed.length || to >= choice.order.length) return choice;
  const order = choice.order.toSpliced(at, 1).toSpliced(to, 0, id);
  return { ...choice, order };
}
