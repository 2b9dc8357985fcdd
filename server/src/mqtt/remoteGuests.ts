// Devices that speak by way of an external broker: no connection says when they leave, so what they are is kept, for so many of them, until it may have changed.
import type { Context } from '../context.ts';
import { type Guest, newGuest } from './guest.ts';
import type { Link } from './mqttDoor.ts';
import type { Numbers } from './numbers.ts';

/** Of others it is read again. */
const KEPT_AT_MOST = 100_000;

export interface RemoteGuests {
  /** Null: its number is restricted. */
  find(sn: string): Promise<Guest | null>;
  /** What they are is asked again with their next message. */
  forget(sns: readonly string[] | 'all'): void;
  /** How they are answered. */
  answerBy(publish: (topic: string, payload: string) => void): void;
  /** Whether there is an external broker, where any device may be. */
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
  let publish: ((topic: string, payload: string) => void) | undefined;

  function forget(sn: string): void {
    kept
      .get(sn)
      ?.then((guest) => guest?.dialect?.close())
      .catch(() => {});
    kept.delete(sn);
  }

  return {
    find(sn) {
      const known = kept.get(sn);
      if (known) return known;
      const asked = numbers.find(sn).then((number): Guest | null => {
        if (number?.restricted) return null;
        const link: Link = {
          send: (topic, payload) => {
            publish?.(topic, payload);
            return true;
          },
          end: () => forget(sn),
        };
        const guest = newGuest({ sn, sid: number?.sid ?? null, address: '', link, at: clock.now() }, number);
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
    answerBy(by) {
      publish = by;
    },
    isOpen: () => publish !== undefined,
    publish: (topic, payload) => publish?.(topic, payload),
  };
}
