// How many of one kind of work a user, and all users together, may have under way in this process.

export interface AtOnce {
  /** Gives back the place when it is called; null: there is none. */
  take(userId: number, nowMs: number): (() => void) | null;
}

/** `endMs`: a place that nobody gave back is free after this time. */
export function openAtOnce({ each, all, endMs }: { each: number; all: number; endMs: number }): AtOnce {
  const held = new Set<{ userId: number; endsAtMs: number }>();
  return {
    take(userId, nowMs) {
      let own = 0;
      for (const place of held) {
        if (place.endsAtMs <= nowMs) held.delete(place);
        else if (place.userId === userId) own++;
      }
      if (own >= each || held.size >= all) return null;
      const place = { userId, endsAtMs: nowMs + endMs };
      held.add(place);
      return () => void held.delete(place);
    },
  };
}
