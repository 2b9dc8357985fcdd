// Selects the commands of one gateway to send now: each new one after the turn of the one before it, and unanswered ones again.
import { awaitsAnnounce, type Command, pauseMs, resendAtMs } from './command.ts';

/** How long a command that was sent holds back new commands to other devices of its gateway. */
export const TURN_MS = 20_000;
/** Interval for checking a command that ends with an announcement. */
const ANNOUNCE_CHECK_MS = 60_000;

type Sent = Pick<Command, 'action' | 'state' | 'step' | 'issuedAt'>;

const isUnderWay = ({ state }: Pick<Command, 'state'>): boolean => state === 'issued' || state === 'accepted';

/**
 * Returns until when a command under way holds back new ones of its gateway, epoch ms: for its turn, or until it ends while a device
 * installs firmware. A turn that ends further ahead than a whole turn comes from a clock that was ahead, and counts as over.
 */
export function turnEndMs({ action, state, step, issuedAt }: Sent, nowMs: number): number {
  if (action === 'update' && state === 'accepted' && step === 'write') return Number.POSITIVE_INFINITY;
  const endMs = (issuedAt?.getTime() ?? 0) + TURN_MS;
  return endMs > nowMs + TURN_MS ? 0 : endMs;
}

/**
 * `commands`: all approved ones and those under way of one gateway. `isBack`: it has reconnected since a command was last sent.
 * Returns the commands to send, and when to look again, epoch ms.
 */
export function nextCommands(
  commands: readonly Command[],
  { isBack, now }: { isBack: boolean; now: Date },
): { ready: Command[]; dueMs: number } {
  const nowMs = now.getTime();
  const underWay = commands.filter(isUnderWay);
  const ready: Command[] = [];
  const later: number[] = [nowMs + ANNOUNCE_CHECK_MS];
  for (const command of underWay) {
    if (awaitsAnnounce(command) || command.expiresAt <= now) continue;
    const resendMs = resendAtMs(command, { isBack, nowMs });
    if (resendMs <= nowMs) ready.push(command);
    else later.push(resendMs);
  }
  const turnsEndMs = Math.max(0, ...underWay.map((command) => turnEndMs(command, nowMs)));
  const busy = new Set(underWay.map(({ sn }) => sn));
  const waiting = commands.filter(
    ({ state, sn, expiresAt }) => state === 'approved' && !busy.has(sn) && expiresAt > now,
  );
  const startable = waiting.filter(({ startsAt }) => startsAt === null || startsAt <= now);
  const [first] = startable.toSorted((left, right) => (sendingOrder(left) < sendingOrder(right) ? -1 : 1));
  if (first && turnsEndMs <= nowMs) ready.push(first);
  else if (first) later.push(turnsEndMs);
  for (const { startsAt } of waiting) if (startsAt !== null && startsAt > now) later.push(startsAt.getTime());
  for (const command of ready) later.push(nowMs + Math.min(pauseMs({ ...command, tries: command.tries + 1 }), TURN_MS));
  return { ready, dueMs: Math.min(...later) };
}

const sendingOrder = ({ queuedAt, id }: Command): string => `${queuedAt?.toISOString() ?? ''} ${id}`;
