// Lets so much in at once, the rest in the order in which it came: without it, thousands of reports that wait would all be held as rows.
export interface Gate {
  /** Ends when there is room for it; what is larger than all of the room goes alone. Call what it gives when it is done. */
  enter(size: number): Promise<() => void>;
}

export function openGate(most: number): Gate {
  let inside = 0;
  let waiting: { size: number; enter: () => void }[] = [];
  /** Those before it are in: taking the first of thousands off would move all the others. */
  let first = 0;
  const next = (): void => {
    for (let one = waiting[first]; one && (inside === 0 || inside + one.size <= most); one = waiting[first]) {
      first++;
      inside += one.size;
      one.enter();
    }
    if (first < waiting.length / 2) return;
    waiting = waiting.slice(first);
    first = 0;
  };
  return {
    async enter(size) {
      await new Promise<void>((resolve) => {
        waiting.push({ size, enter: resolve });
        next();
      });
      return () => {
        inside -= size;
        next();
      };
    },
  };
}
