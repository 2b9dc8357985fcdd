// How many reads of one user hold a connection of this process at once: the others wait for their turn, and leave the rest to everybody else.
import { Refusal } from '@heliograph/contract/errors.ts';

/** Of the ten connections of a process. With as many changes of the user there are still some left. */
const AT_ONCE = 4;
/** As long as a statement may take: who asks has given up soon after. */
const PATIENCE_MS = 15_000;

export interface ReadTurns {
  /** Resolves to what ends the turn; refuses when it does not come. */
  take(userId: number): Promise<() => void>;
}

export function openReadTurns(patienceMs = PATIENCE_MS): ReadTurns {
  const users = new Map<number, { reading: number; waiting: Set<() => void> }>();

  return {
    async take(userId) {
      const user = users.get(userId) ?? { reading: 0, waiting: new Set() };
      users.set(userId, user);
      if (user.reading < AT_ONCE) user.reading++;
      else await turnOf(user.waiting);
      return () => {
        const [next] = user.waiting;
        // Its turn is the one that ends.
        if (next) next();
        else if (--user.reading === 0) users.delete(userId);
      };
    },
  };

  function turnOf(waiting: Set<() => void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        waiting.delete(begin);
        clearTimeout(late);
        resolve();
      };
      waiting.add(begin);
      const late = setTimeout(() => {
        waiting.delete(begin);
        reject(new Refusal('tookTooLong'));
      }, patienceMs);
    });
  }
}
