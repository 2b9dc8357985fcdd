// Devices on the line are looked at again when something of them changed: claimed, released, restricted, another password, another time zone.
import type { Context } from '../../context.ts';
import { isAllowedSource } from '../../ingest/sources/networkOf.ts';
import type { Guest } from './deviceSession.ts';
import type { RemoteGuests } from './externalBrokerSessions.ts';
import type { Numbers } from './serialLookup.ts';

/** What changed within it is looked at together: a thousand devices that announce themselves at once are a few statements. */
const TOGETHER_MS = 50;

interface Parts {
  guests: ReadonlyMap<string, Guest>;
  remote: RemoteGuests;
  numbers: Numbers;
  tellTime(guest: Guest, timeZone: string): void;
}

/** Begins at once. */
export function openRechecks({ registry, log }: Context, { guests, remote, numbers, tellTime }: Parts) {
  async function look(guest: Guest): Promise<void> {
    const number = await numbers.find(guest.sn);
    const isSame =
      (number?.sid ?? null) === guest.sid &&
      number?.restricted !== true &&
      (guest.address === '' || isAllowedSource(number?.allowed ?? [], guest.address)) &&
      (guest.sid === null || (number?.credential && guest.credential?.equals(number.credential)));
    if (!isSame) return guest.link.end('notAllowed');
    // Another time zone: a battery's schedule goes by the clock on its wall, and a connection may last for months.
    const timeZone = number?.timeZone ?? null;
    if (timeZone !== null && guest.toldZone !== null && guest.toldZone !== timeZone && !guest.gone)
      tellTime(guest, timeZone);
  }

  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isClosed = false;
  const lookTogether = async (): Promise<void> => {
    timer = undefined;
    isLooking = true;
    const looked = [...changed].flatMap((sn) => guests.get(sn) ?? []);
    changed.clear();
    await lookAt(looked);
    isLooking = false;
    lookSoon();
  };
  const lookAt = (looked: readonly Guest[]): Promise<unknown> =>
    Promise.all(looked.map(look)).catch((error) =>
      log.error({ err: error }, 'devices on the line could not be looked at again'),
    );
  const lookSoon = (): void => {
    if (changed.size > 0 && !isLooking && !isClosed) timer ??= setTimeout(() => void lookTogether(), TOGETHER_MS);
  };
  const stop = registry.onChange((sns) => {
    // What they are is asked again with their next message.
    remote.forget(sns);
    if (sns === 'all') {
      void lookAt([...guests.values()]);
      return;
    }
    for (const sn of sns) if (guests.has(sn)) changed.add(sn);
    lookSoon();
  });
  return {
    close(): void {
      isClosed = true;
      stop();
      clearTimeout(timer);
    },
  };
}
