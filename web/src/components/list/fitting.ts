// Which of several things in a line do not fit into it, so that they stand in a menu at its end.

interface Line {
  /** How wide the line is, px. */
  room: number;
  gap: number;
  /** How wide the button of the menu is. */
  menu: number;
  /** Stays in the line, wherever it stands; -1: none. */
  chosen: number;
}

/** Their places; the first that fit stay. */
export function fitting(widths: readonly number[], { room, gap, menu, chosen }: Line): number[] {
  const isIn = new Set(widths.keys());
  const taken = (): number => [...isIn].reduce((sum, place) => sum + widths[place]! + gap, -gap);
  // Not laid out, as where nothing is drawn: all of them.
  if (room === 0 || taken() <= room) return [];
  for (let place = widths.length - 1; place >= 0 && taken() + gap + menu > room; place--) {
    if (place !== chosen) isIn.delete(place);
  }
  return [...widths.keys()].filter((place) => !isIn.has(place));
}
