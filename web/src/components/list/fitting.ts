// Items that do not fit into a line and move to a menu at its end.

interface Line {
  /** Width of the line in pixels. */
  room: number;
  gap: number;
  /** Width of the menu button. */
  menu: number;
  /** Index of the item that always stays in the line; -1 for none. */
  chosen: number;
}

/** Returns the indexes of the items for the menu; the first ones that fit stay in the line. */
export function fitting(widths: readonly number[], { room, gap, menu, chosen }: Line): number[] {
  const isIn = new Set(widths.keys());
  const usedPx = (): number => [...isIn].reduce((sum, index) => sum + widths[index]! + gap, -gap);
  // Without a layout, all items stay.
  if (room === 0 || usedPx() <= room) return [];
  for (let index = widths.length - 1; index >= 0 && usedPx() + gap + menu > room; index--) {
    if (index !== chosen) isIn.delete(index);
  }
  return [...widths.keys()].filter((index) => !isIn.has(index));
}
