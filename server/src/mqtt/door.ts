// What a device may say over MQTT, and what follows from it: who it is, announces, reports, states (docs/device-protocol.md).
import { randomUUID } from 'node:crypto';
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { type Announced, noteWaiting, takeAnnounce } from '../changes/takeAnnounce.ts';
import { messageOf } from '../commands/command.ts';
import { openCommandQueue } from '../commands/queue.ts';
import type { Context } from '../context.ts';
import { mqttMessages } from '../metrics.ts';
import { makeBuckets } from '../telemetry/buckets.ts';
import { isAllowedSource, sourceOf } from '../telemetry/sourceOf.ts';
import { openSources } from '../telemetry/sources.ts';
import { openTwins } from '../telemetry/twins.ts';
import { matches } from './connection.ts';
import { type Dialect, openDialect, sayInDialect } from './dialect.ts';
import { openGate } from './gate.ts';
import { type Guest, newGuest } from './guest.ts';
import { announceOf, reportOf, resultOf, stateOf } from './messages.ts';
import { type Caller, type Link, type Message, type MqttDoor, REFUSED, type Refused, type Taken } from './mqttDoor.ts';
import { isPassword, openNumbers } from './numbers.ts';
import { LONGEST_PACKET } from './packets.ts';
import { countRefused, openPresence } from './presence.ts';
import { openRemoteGuests } from './remoteGuests.ts';
import { openRowDoor } from './rowDoor.ts';
import { topicIn } from './topics.ts';
import { openWaitingRoom } from './waitingRoom.ts';

export interface DeviceDoor extends MqttDoor<Guest> {
  /** A message that an external broker has let through, which is asked who may speak where: it is taken as of a connection here. */
  takeFrom(topic: string, payload: Buffer): Promise<Taken>;
  /** How such devices are answered. */
  answerBy(publish: (topic: string, payload: string) => void): void;
  /** Looks at these devices again: they were claimed, released, restricted, or got another password. `all`: it is not known which. */
  recheck(sns: readonly string[] | 'all'): Promise<void>;
  /** Now and then: that this server is there, and who of its devices is elsewhere by now. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

/** Messages of one device: what it missed in a month may come at once. */
const MESSAGES = { burst: 20_000, perSecond: 300 };
const WAITING_MESSAGES = { burst: 200, perSecond: 2 };
/** Of one device. */
const FILTERS = 50;
/** How long a message waits for its turn before the device is let go. */
const PATIENCE_MS = 20_000;
/** Of reports that are being taken: some 20,000 rows. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export function openDoor(context: Context): DeviceDoor {
  const { clock, log, registry, sql, trouble } = context;
  const numbers = openNumbers(sql);
  const presence = openPresence(context, randomUUID());
  const gate = openGate(BYTES_AT_ONCE);
  const guests = new Map<string, Guest>();
  const remote = openRemoteGuests(context, numbers, (guest) => presence.changed(guest));
  const waitingRoom = openWaitingRoom();
  /** Gateways of plants behind an external broker that were heard to speak OpenDTU's topics. */
  const inDialect = new Set<string>();
  const sources = openSources(context);
  const rows = openRowDoor(context, { presence, sources, malformed });
  const twins = openTwins(context);
  const buckets = {
    known: makeBuckets(MESSAGES.burst, MESSAGES.perSecond),
    waiting: makeBuckets(WAITING_MESSAGES.burst, WAITING_MESSAGES.perSecond),
  };

  const commands = openCommandQueue(context, ({ sid, sn }) => {
    const guest = guests.get(sn);
    const topic = `hg/${sn}/down/command`;
    if (guest?.sid === sid && guest.hearsCommands)
      return (command) => guest.link.send(topic, messageOf(command, context.config.publicUrl));
    if (guest?.sid === sid && guest.hearsDialect)
      return (command) => sayInDialect(sn, command, (path, text) => guest.link.send(path, text));
    if (guest || !remote.isOpen()) return undefined;
    return (command) => {
      if (inDialect.has(sn)) sayInDialect(sn, command, remote.publish);
      else remote.publish(topic, messageOf(command, context.config.publicUrl));
    };
  });

  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  async function admit(caller: Caller, link: Link): Promise<Guest | Refused> {
    const { clientId, userName, password, will, address } = caller;
    const sn = userName ?? '';
    if (!SERIAL_NUMBER.test(sn)) return refuse('clientId', caller);
    if (will && topicIn(sn, will.topic) === undefined) return refuse('notAllowed', caller);
    if (trouble.now() !== undefined) return refuse('busy', caller);
    const [number, other] = await Promise.all([
      numbers.find(sn),
      // A program whose client id is its own affair may have one; another device's number is not.
      clientId === sn || clientId === '' ? undefined : numbers.find(clientId),
    ]);
    if (other) return refuse('clientId', caller);
    if (number?.restricted) return refuse('notAllowed', caller);
    const sid = number?.sid ?? null;
    if (sid !== null && !isPassword(number!.credential, password)) return refuse('credentials', caller);
    if (sid !== null && !isAllowedSource(number!.allowed, address)) {
      await tellForeign(sn, address);
      return refuse('notAllowed', caller);
    }
    if (sid === null && !waitingRoom.enter(sn, sourceOf(address), number !== undefined)) return refuse('busy', caller);
    const guest = newGuest({ sn, sid, address, link, at: clock.now() }, number);
    displace(guests.get(sn), address);
    guests.set(sn, guest);
    // Who waits is written down once it says what it is.
    if (sid !== null) presence.changed(guest);
    mqttMessages.inc({ what: sid === null ? 'connectWaiting' : 'connect' });
    return guest;
  }

  function displace(guest: Guest | undefined, by: string): void {
    if (!guest) return;
    guest.displacedFrom = by;
    guest.link.end('takenOver');
  }

  /** One that lost its line has nobody who answers. Two at two places are told as a second source. */
  function outlived({ sn, sid, address, hasSpoken, displacedFrom }: Guest): void {
    if (sid === null || !hasSpoken || displacedFrom === null) return;
    if (sourceOf(displacedFrom) === sourceOf(address)) twins.displaced({ sid, sn }, clock.now().getTime());
  }

  function refuse(why: keyof typeof REFUSED, { userName, address }: Caller): Refused {
    mqttMessages.inc({ what: `refused ${why}` });
    log.info(
      { sn: SERIAL_NUMBER.test(userName ?? '') ? userName : undefined, address, why },
      'a device was not admitted',
    );
    return REFUSED[why];
  }

  /** Its password is right: somebody who has it speaks from elsewhere, or its line has changed. */
  async function tellForeign(sn: string, address: string): Promise<void> {
    const device = (await registry.find([sn])).get(sn);
    if (device) sources.refused(device, sourceOf(address), clock.now().getTime());
  }

  async function take(guest: Guest, message: Message): Promise<Taken> {
    const what = topicIn(guest.sn, message.topic);
    guest.hasSpoken = true;
    if (what === undefined) {
      mqttMessages.inc({ what: 'foreignTopic' });
      // To another device's topics nobody speaks by mistake; anything else is dropped, as a broker does whose list it is not on.
      if (message.topic.startsWith('hg/')) guest.link.end('notAllowed');
      return 'forbidden';
    }
    if (what === 'opendtu') {
      return dialectOf(guest).heard(message.topic.slice(`hg/${guest.sn}/opendtu/`.length), message.payload);
    }
    const bucket = guest.sid === null ? buckets.waiting : buckets.known;
    for (let waitedMs = 0; !bucket.take(guest.sn, performance.now()); waitedMs += 250) {
      if (waitedMs > PATIENCE_MS || guest.gone) return 'again';
      await wait(250);
    }
    if (what === 'announce') {
      const announced = guest.announcing.then(() => announce(guest, message.payload));
      guest.announcing = announced.catch(() => {});
      return announced;
    }
    await guest.announcing;
    if (what === 'report') return report(guest, message.payload);
    if (what === 'state') return state(guest, message.payload);
    return result(guest, message.payload);
  }

  async function result(guest: Guest, payload: Buffer): Promise<Taken> {
    const { sid, sn } = guest;
    const said = resultOf(payload);
    if (!said) return malformed(guest);
    mqttMessages.inc({ what: sid === null ? 'unexpected' : 'result' });
    if (sid !== null) await commands.answered({ sid, sn }, said);
    return 'taken';
  }

  async function announce(guest: Guest, payload: Buffer): Promise<Taken> {
    const announced = announceOf(guest.sn, payload);
    if (!announced) return malformed(guest);
    mqttMessages.inc({ what: 'announce' });
    const taken = await announcedBy(guest, announced);
    if (announced.dropped > 0) {
      countRefused(guest, '', 'child', clock.now(), announced.dropped);
      presence.changed(guest);
    }
    return taken;
  }

  async function announcedBy(guest: Guest, announced: Announced): Promise<Taken> {
    let timeZone = 'UTC';
    if (guest.sid === null) {
      await noteWaiting(context, guest.sn, sourceOf(guest.address), announced);
      guest.isKnown = true;
      presence.changed(guest);
    } else {
      const taken = await takeAnnounce(context, { sn: guest.sn, sid: guest.sid }, announced);
      if (!taken) {
        guest.link.end('notAllowed');
        return 'taken';
      }
      ({ timeZone } = taken);
      const said = [{ sn: guest.sn, firmware: announced.firmware }, ...announced.children];
      const versions = new Map(said.flatMap(({ sn, firmware }) => (firmware === '' ? [] : [[sn, firmware] as const])));
      await commands.announced({ sid: guest.sid, sn: guest.sn }, { uptimeS: announced.uptimeS, versions });
    }
    guest.intervalS = announced.intervalS ?? 60;
    guest.kinds.clear();
    guest.kinds.set(guest.sn, announced.kind);
    guest.firmware.clear();
    if (announced.firmware) guest.firmware.set(guest.sn, announced.firmware);
    for (const child of announced.children) {
      guest.kinds.set(child.sn, child.kind);
      if (child.firmware) guest.firmware.set(child.sn, child.firmware);
    }
    guest.link.send(`hg/${guest.sn}/down/time`, JSON.stringify({ now: clock.now().getTime(), timezone: timeZone }));
    return 'taken';
  }

  async function report(guest: Guest, payload: Buffer): Promise<Taken> {
    mqttMessages.inc({ what: 'report' });
    const leave = await gate.enter(payload.length);
    try {
      return guest.gone ? 'again' : await rows.take(guest, reportOf(payload));
    } finally {
      leave();
    }
  }

  /** The second dialect: single values, from which rows are made. */
  function dialectOf(guest: Guest): Dialect {
    if (guest.address === '' && guest.sid !== null) inDialect.add(guest.sn);
    guest.dialect ??= openDialect({
      announced: (announced) => {
        const done = guest.announcing.then(() => announcedBy(guest, announced));
        guest.announcing = done.catch(() => {});
        return done;
      },
      rows: (devices) => rows.take(guest, { v: 1, devices }),
      online: (online) => nowOnline(guest, online),
      holds: async (sn, values) => {
        if (guest.sid !== null) await commands.heard({ sid: guest.sid, sn: guest.sn }, sn, values, clock.now());
      },
      isUnheard: () => !guest.isKnown,
      log,
      clock,
    });
    return guest.dialect;
  }

  function nowOnline(guest: Guest, online: boolean): void {
    if (guest.online === online) return;
    guest.online = online;
    guest.changedAt = clock.now();
    if (guest.isKnown) presence.changed(guest);
  }

  function state(guest: Guest, payload: Buffer): Taken {
    const said = stateOf(payload);
    if (!said) return malformed(guest);
    mqttMessages.inc({ what: 'state' });
    nowOnline(guest, said.online);
    return 'taken';
  }

  /** It would never become better: it is counted, and the device need not send it again. */
  function malformed(guest: Guest): Taken {
    mqttMessages.inc({ what: 'malformed' });
    countRefused(guest, '', 'malformed', clock.now());
    if (guest.isKnown) presence.changed(guest);
    return 'taken';
  }

  function left(guest: Guest): void {
    guest.gone = true;
    guest.dialect?.close();
    if (guest.sid === null) waitingRoom.leave(sourceOf(guest.address));
    if (guests.get(guest.sn) !== guest) return;
    guests.delete(guest.sn);
    nowOnline(guest, false);
  }

  async function takeFrom(topic: string, payload: Buffer): Promise<Taken> {
    const sn = topic.split('/')[1] ?? '';
    if (!SERIAL_NUMBER.test(sn) || payload.length > LONGEST_PACKET) {
      mqttMessages.inc({ what: 'malformed' });
      return 'forbidden';
    }
    const guest = await remote.find(sn);
    return guest ? await take(guest, { topic, payload }) : 'forbidden';
  }

  async function recheck(sns: readonly string[] | 'all'): Promise<void> {
    // What they are is asked again with their next message.
    remote.forget(sns);
    const looked = sns === 'all' ? [...guests.values()] : sns.flatMap((sn) => guests.get(sn) ?? []);
    await Promise.all(
      looked.map(async (guest) => {
        const number = await numbers.find(guest.sn);
        const isSame =
          (number?.sid ?? null) === guest.sid &&
          number?.restricted !== true &&
          (guest.address === '' || isAllowedSource(number?.allowed ?? [], guest.address)) &&
          (guest.sid === null || (number?.credential && guest.credential?.equals(number.credential)));
        if (!isSame) guest.link.end('notAllowed');
      }),
    );
  }

  const stopHearing = registry.onChange((sns) => {
    recheck(sns).catch((error) => log.error({ err: error }, 'devices on the line could not be looked at again'));
  });

  return {
    admit,
    take,
    left,
    outlived,
    maySubscribe(guest, filter, held) {
      const isOwn = filter.startsWith(`hg/${guest.sn}/down/`) || filter.startsWith(`hg/${guest.sn}/opendtu/`);
      if (!isOwn) mqttMessages.inc({ what: 'foreignFilter' });
      const isGranted = isOwn && held < FILTERS && /^[^#]*(\/#)?$/.test(filter);
      if (isGranted && matches(filter, `hg/${guest.sn}/down/command`)) guest.hearsCommands = true;
      if (isGranted && matches(filter, `hg/${guest.sn}/opendtu/0/cmd/power`)) guest.hearsDialect = true;
      return isGranted;
    },
    subscribed(guest) {
      if (guest.sid !== null && (guest.hearsCommands || guest.hearsDialect)) commands.here(guest.sn);
    },
    takeFrom,
    answerBy: remote.answerBy,
    recheck,
    async beat() {
      const elsewhere = await presence.beat([...guests.values()]);
      for (const sn of elsewhere) {
        const guest = guests.get(sn);
        // Where the other one is, its own server knows.
        displace(guest, guest?.address ?? '');
      }
      // A gateway whose devices all sleep has nothing to report, and is there all the same.
      await rows.present([...guests.values()]);
    },
    async close() {
      stopHearing();
      await commands.close();
      await rows.close();
      await presence.close();
      await sources.settled();
      await twins.settled();
    },
  };
}
