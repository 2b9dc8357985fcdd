// The idempotency keys of changes that nobody answered: asked again with the same content they keep their key, so that they are done once.

const unanswered = new Map<string, string>();

/** The key of a change; the same one until any change is answered. */
export function keyFor(path: string, body: string, make: () => string): string {
  const change = `${path} ${body}`;
  const key = unanswered.get(change) ?? make();
  unanswered.set(change, key);
  return key;
}

/**
 * An answer came, whether it was done or refused. After it all keys are forgotten: what was asked before may be wanted
 * a second time on purpose, and an old answer would then stand for a change that was never made.
 */
export function changeAnswered(): void {
  unanswered.clear();
}
