// Devices that speak by way of an external broker: no connection says when they leave, so what they are is kept, for so many of them, until it may have changed.
import type { Context } from '../../context.ts';
import { type Guest, newGuest } from './deviceSession.ts';
import type { Link } from './mqttHandler.ts';
import type { Numbers } from './serialLookup.ts';

/** Of others it is read again. */
const KEPT_AT_MOST = 100_000;

/** How devices behind an external broker are answered. */
export interface WayDown {
  isConnected(): boolean;
  /** Lost when it is not connected. */
  publish(topic: string, payload: string): void;
}

export interface RemoteGuests {
  /** Null: its number is restricted. `spelled`: as it writes it. */
  find(sn: string, spelled: string): Promise<Guest | null>;
  /** What they are is asked again with their next message. */
  forget(sns: readonly string[] | 'all'): void;
  answerBy(way: WayDown): void;
  /** Whether an external broker hears of us now, where any device may be. */
  isOpen(): boolean;
  publish(topic: string, payload: string): void;
}

/** `changed`: there is a row to be written of one. */
export function openRemoteGuests(
  { clock }: Pick<Context, 'clock'>,
  numbers: Numbers,
  changed: (guest: Guest) => void,
): RemoteGuests {
  const kept = new Map<string, Promise<Guest | null>>();
  let down: WayDown | undefined;

  function forget(sn: string): void {
    kept
      .get(sn)
      ?.then((guest) => guest?.dialect?.close())
      .catch(() => {});
    kept.delete(sn);
  }

  return {
    find(sn, spelled) {
      const known = kept.get(sn);
      if (known) return known;
      const asked = numbers.find(sn).then((number): Guest | null => {
        if (number?.restricted) return null;
        const link: Link = {
          send: (topic, payload) => {
            down?.publish(topic, payload);
            return true;
          },
          end: () => forget(sn),
        };
        const guest = newGuest({ sn, spelled, sid: number?.sid ?? null, address: '', link, at: clock.now() }, number);
        if (guest.isKnown) changed(guest);
        return guest;
      });
      if (kept.size >= KEPT_AT_MOST) forget(kept.keys().next().value!);
      kept.set(sn, asked);
      asked.catch(() => kept.delete(sn));
      return asked;
    },
    forget(sns) {
      for (const sn of sns === 'all' ? [...kept.keys()] : sns) forget(sn);
    },
    answerBy(way) {
      down = way;
    },
    isOpen: () => down?.isConnected() ?? false,
    publish: (topic, payload) => down?.publish(topic, payload),
  };
}
