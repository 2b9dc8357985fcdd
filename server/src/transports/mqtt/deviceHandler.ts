// Handles devices over MQTT: authentication, announcements, reports and states (docs/devices/protocol.md).
import { randomUUID } from 'node:crypto';
import type { Announced } from '../../claiming/announcements/announced.ts';
import { noteWaiting, takeAnnounce } from '../../claiming/announcements/applyAnnounce.ts';
import { openCommandQueue } from '../../commands/queue.ts';
import type { Context } from '../../context.ts';
import { openReadAhead } from '../../ingest/prefetchStates.ts';
import { isAllowedSource, sourceOf } from '../../ingest/sources/networkOf.ts';
import { openSources } from '../../ingest/sources/sourceQuota.ts';
import { openKeeper, UNKNOWN_CAPS, type UnknownCaps } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { openGate } from '../../platform/limits/byteSemaphore.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import { openWayToGateways } from './commandRouting.ts';
import { matches } from './connection.ts';
import { type Guest, newGuest } from './deviceSession.ts';
import { openTwins } from './duplicateClientId.ts';
import { openRemoteGuests, type WayDown } from './externalBrokerSessions.ts';
import { openTurns } from './messageRateLimiter.ts';
import { announceOf, reportOf, resultOf, stateOf } from './messages.ts';
import {
  type Caller,
  type Link,
  type Message,
  type MqttDoor,
  REFUSED,
  type Refused,
  type Taken,
} from './mqttHandler.ts';
import { type Dialect, openDialect } from './openDtuAdapter.ts';
import { LONGEST_PACKET } from './packets.ts';
import { openWaitingRoom } from './pendingClients.ts';
import { countRefused, openPresence } from './presence.ts';
import { openRowDoor } from './reportIngest.ts';
import { openRechecks } from './revalidateSessions.ts';
import { isPassword, openNumbers } from './serialLookup.ts';
import { mayWill, numberIn, topicIn, wayUnder } from './topics.ts';

export interface DeviceDoor extends MqttDoor<Guest> {
  /** A message that an external broker has let through, which is asked who may speak where: it is taken as of a connection here. */
  takeFrom(topic: string, payload: Buffer): Promise<Taken>;
  /** How such devices are answered. */
  answerBy(way: WayDown): void;
  /** Now and then: that this server is there, and who of its devices is elsewhere by now. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

/** Of one device. */
const FILTERS = 50;
/** Of reports that are being taken, some 7,000 rows: two batches that are written and one that gathers. What waits stays bytes. */
const BYTES_AT_ONCE = 1.5 * 1024 * 1024;

export function openDoor(context: Context, caps: UnknownCaps = UNKNOWN_CAPS): DeviceDoor {
  const { clock, log, registry, sql, trouble } = context;
  const numbers = openNumbers(sql);
  const presence = openPresence(context, randomUUID());
  const gate = openGate(BYTES_AT_ONCE);
  const guests = new Map<string, Guest>();
  const remote = openRemoteGuests(context, numbers, (guest) => presence.changed(guest));
  const waitingRoom = openWaitingRoom();
  const way = openWayToGateways({ guests, remote, config: context.config });
  const sources = openSources(context);
  const keeper = openKeeper(sql, caps, (error) => {
    log.error({ err: error }, 'what is kept of unknown numbers could not be pruned');
  });
  const rows = openRowDoor(context, { presence, sources, keeper, malformed });
  const twins = openTwins(context);
  const turns = openTurns();
  const ahead = openReadAhead(context);
  const commands = openCommandQueue(context, way.resolveRoute);

  async function admit(caller: Caller, link: Link): Promise<Guest | Refused> {
    const { clientId, userName, password, will, address } = caller;
    const sn = numberIn(userName);
    if (sn === undefined) return refuse('clientId', caller);
    if (will && !mayWill(sn, will.topic)) return refuse('notAllowed', caller);
    if (trouble.now() !== undefined) return refuse('busy', caller);
    const client = numberIn(clientId) ?? clientId;
    const isOwnId = client === sn || clientId === '';
    const [number, other] = await Promise.all([
      numbers.find(sn),
      // A program whose client id is its own affair may have one; another device's number is not.
      isOwnId ? undefined : numbers.find(client),
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
    const guest = newGuest({ sn, spelled: userName!, sid, address, link, at: clock.now() }, number);
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
    log.info({ sn: numberIn(userName), address, why }, 'a device was not admitted');
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
    if (what === 'unknown') {
      // Unacknowledged it would come again for ever, and nothing behind it.
      mqttMessages.inc({ what: 'unknownTopic' });
      return 'taken';
    }
    if (what === 'elsewhere' || what === 'foreign') {
      mqttMessages.inc({ what: 'foreignTopic' });
      // To another device's topics nobody speaks by mistake; anything else is dropped, as a broker does whose list it is not on.
      if (what === 'foreign') guest.link.end('notAllowed');
      return 'forbidden';
    }
    if (what === 'opendtu') {
      return dialectOf(guest).heard(message.topic.slice(`hg/${guest.sn}/opendtu/`.length), message.payload);
    }
    if (!(await turns.comes(guest))) return 'again';
    if (what === 'announce') {
      if (!turns.mayAnnounce(guest)) {
        // A broker's one line is that of many.
        if (guest.address === '') return tooMany();
        if (!(await turns.toAnnounce(guest))) return 'again';
      }
      const announced = guest.announcing.then(() => announce(guest, message.payload));
      guest.announcing = announced.catch(() => {});
      return announced;
    }
    await guest.announcing;
    if (what === 'report') return report(guest, message.payload);
    if (what === 'state') return state(guest, message.payload);
    return result(guest, message.payload);
  }

  function tooMany(): Taken {
    mqttMessages.inc({ what: 'tooMany' });
    return 'taken';
  }

  async function result(guest: Guest, payload: Buffer): Promise<Taken> {
    const { sid, sn } = guest;
    const said = resultOf(payload);
    if (!said) return malformed(guest);
    mqttMessages.inc({ what: sid === null ? 'unexpected' : 'result' });
    if (sid !== null) await commands.onResult({ sid, sn }, said);
    return 'taken';
  }

  async function announce(guest: Guest, payload: Buffer): Promise<Taken> {
    const announced = announceOf(guest.sn, payload);
    if (!announced) return malformed(guest);
    mqttMessages.inc({ what: 'announce' });
    const taken = await announcedBy(guest, announced);
    if (announced.dropped > 0) countRefused(guest, '', 'child', clock.now(), announced.dropped);
    guest.ignoredValues += announced.ignored;
    if (announced.dropped + announced.ignored > 0) presence.changed(guest);
    return taken;
  }

  async function announcedBy(guest: Guest, announced: Announced): Promise<Taken> {
    let timeZone = 'UTC';
    let children = announced.children;
    if (guest.sid === null) {
      await keeper.room();
      keeper.kept(await noteWaiting(context, guest.sn, sourceOf(guest.address), announced));
      guest.isKnown = true;
      presence.changed(guest);
    } else {
      const taken = await takeAnnounce(context, { sn: guest.sn, sid: guest.sid }, announced);
      if (!taken) {
        guest.link.end('notAllowed');
        return 'taken';
      }
      ({ timeZone, children } = taken);
      ahead.of([guest.sn, ...taken.children.flatMap(({ sn, refused }) => (refused ? [] : [sn]))]);
      for (const sn of taken.above) countRefused(guest, sn, 'child', clock.now());
      if (taken.above.length > 0) presence.changed(guest);
      const said = [{ sn: guest.sn, firmware: announced.firmware }, ...children];
      const versions = new Map(said.flatMap(({ sn, firmware }) => (firmware === '' ? [] : [[sn, firmware] as const])));
      await commands.onAnnounce({ sid: guest.sid, sn: guest.sn }, { uptimeS: announced.uptimeS, versions });
    }
    guest.intervalS = announced.intervalS ?? 60;
    guest.kinds.clear();
    guest.kinds.set(guest.sn, announced.kind);
    guest.firmware.clear();
    if (announced.firmware) guest.firmware.set(guest.sn, announced.firmware);
    guest.spellings.clear();
    for (const child of children) {
      if (child.spelled) guest.spellings.set(child.sn, child.spelled);
      guest.kinds.set(child.sn, child.kind);
      if (child.firmware) guest.firmware.set(child.sn, child.firmware);
    }
    tellTime(guest, timeZone);
    return 'taken';
  }

  function tellTime(guest: Guest, timeZone: string): void {
    guest.toldZone = timeZone;
    guest.link.send(
      `hg/${guest.spelled}/down/time`,
      JSON.stringify({ now: clock.now().getTime(), timezone: timeZone }),
    );
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
    if (guest.address === '' && guest.sid !== null) way.speaksDialect(guest.sn);
    guest.dialect ??= openDialect({
      announced: (announced) => {
        const done = guest.announcing.then(() => announcedBy(guest, announced));
        guest.announcing = done.catch(() => {});
        return done;
      },
      rows: (devices) => rows.take(guest, { v: 1, devices }),
      online: (online) => nowOnline(guest, online),
      holds: async (sn, values) => {
        if (guest.sid === null) return;
        await commands.onTelemetry({ sid: guest.sid, sn: guest.sn }, { sn, values, receivedAt: clock.now() });
      },
      isUnheard: () => !guest.isKnown,
      mayAnnounce: () => turns.mayAnnounce(guest),
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
    const spelled = topic.split('/')[1] ?? '';
    const sn = numberIn(spelled);
    if (sn === undefined || payload.length > LONGEST_PACKET) {
      mqttMessages.inc({ what: 'malformed' });
      return 'forbidden';
    }
    const guest = await remote.find(sn, spelled);
    if (!guest) return 'forbidden';
    guest.spelled = spelled;
    const taken = await take(guest, { topic, payload });
    way.wrote(guest);
    return taken;
  }

  const rechecks = openRechecks(context, { guests, remote, numbers, tellTime });

  return {
    admit,
    take,
    left,
    outlived,
    maySubscribe(guest, filter, held) {
      const isOwn = ['down', 'opendtu'].includes(wayUnder(guest.sn, filter));
      if (!isOwn) mqttMessages.inc({ what: 'foreignFilter' });
      const isGranted = isOwn && held < FILTERS && /^[^#]*(\/#)?$/.test(filter);
      // It listens as it writes itself there, whatever it signed in as.
      if (isGranted) guest.spelled = filter.split('/')[1]!;
      if (isGranted && matches(filter, `hg/${guest.spelled}/down/command`)) guest.hearsCommands = true;
      if (isGranted && matches(filter, `hg/${guest.spelled}/opendtu/0/cmd/power`)) guest.hearsDialect = true;
      return isGranted;
    },
    subscribed(guest) {
      if (guest.sid !== null && (guest.hearsCommands || guest.hearsDialect)) commands.onGatewayConnected(guest.sn);
    },
    takeFrom,
    answerBy: remote.answerBy,
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
      rechecks.close();
      await ahead.close();
      await commands.close();
      await rows.close();
      await keeper.settled();
      await presence.close();
      await sources.settled();
      await twins.settled();
    },
  };
}
