// Lets so much in at once, the rest in the order in which it came: without it, thousands of reports that wait would all be held as rows.
export interface Gate {
  /** Ends when there is room for it; what is larger than all of the room goes alone. Call what it gives when it is done. */
  enter(size: number): Promise<() => void>;
}

export function openGate(most: number): Gate {
  let inside = 0;
  const waiting: { size: number; enter: () => void }[] = [];
  const next = (): void => {
    while (waiting[0] && (inside === 0 || inside + waiting[0].size <= most)) {
      const { size, enter } = waiting.shift()!;
      inside += size;
      enter();
    }
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
