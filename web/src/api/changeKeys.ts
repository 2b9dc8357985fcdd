// Idempotency keys of unanswered changes: a retry with the same content reuses the key, so the server applies the change once.

const unanswered = new Map<string, string>();

/** Returns the key of a change; it stays the same until any change is answered. */
export function keyFor(path: string, body: string, make: () => string): string {
  const change = `${path} ${body}`;
  const key = unanswered.get(change) ?? make();
  unanswered.set(change, key);
  return key;
}

/**
 * Records that a change was answered, whether it was applied or refused. Drops all keys: an earlier change may be repeated
 * on purpose, and with its old key it would return the old answer without being applied.
 */
export function changeAnswered(): void {
  unanswered.clear();
}
