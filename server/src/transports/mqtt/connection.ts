// One connection of a device: its packets from CONNECT on, keep-alive, acknowledgements in order, and its end.
import type { Socket } from 'node:net';
import type { IConnectPacket, IPublishPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet';
import { mqttEnds } from '../../platform/metrics.ts';
import { type Link, type Message, type MqttDoor, REFUSED, type Refused, type Taken } from './mqttHandler.ts';
import { bytesOf, LONGEST_PACKET, MALFORMED, PacketFault, type PacketReader, packetReader } from './packets.ts';

export interface EndpointLimits {
  /** Until a CONNECT was accepted, and until a packet that was begun is whole. */
  patienceMs: number;
  /** Connections in all, and of those that nobody has been admitted by yet. */
  connections: number;
  unadmitted: number;
  /** Messages of one device that wait for their commit; then its bytes wait, too. */
  atOnce: number;
  /** Bytes that wait to be read by a device. */
  unread: number;
}

/** So long a device that cannot be taken now is held, so that it does not come back at once. */
const BUSY_MS = 500;
/** So long an ended connection may take to end itself; one whose place was taken shows by that that it is there. */
const FAREWELL_MS = 1_000;
const TAKEN_OVER_MS = 3_000;
const SUCCESS = 0;
const PROTOCOL_ERROR = 0x82;

const END_CODES = { takenOver: 0x8e, notAllowed: 0x87, busy: 0x89, closing: 0x8b } as const;

/** What a device has sent and is being taken; acknowledged in the order in which it came. */
interface Waiting {
  acknowledge: ((code: number) => Packet) | null;
  taken: Taken | undefined;
}

export class Connection<Guest> implements Link {
  readonly #socket: Socket;
  readonly #door: MqttDoor<Guest>;
  readonly #limits: EndpointLimits;
  readonly #told: { admitted(): void; ended(wasAdmitted: boolean): void };
  readonly #reader: PacketReader = packetReader();
  readonly #waiting: Waiting[] = [];
  /** By filter: the quality of service that was granted. */
  readonly #subscribed = new Map<string, 0 | 1>();
  #guest: { guest: Guest } | null = null;
  #connecting = false;
  #will: Message | null = null;
  /** Without a sign for so long it is gone; 0: it promises none. */
  #keepAliveMs = 0;
  #heardMs = performance.now();
  /** Since when a packet has been begun and is not whole. */
  #begunMs = performance.now();
  #messageId = 0;
  #closed = false;
  #ended: (() => void) | null = null;

  constructor(
    socket: Socket,
    door: MqttDoor<Guest>,
    limits: EndpointLimits,
    told: { admitted(): void; ended(wasAdmitted: boolean): void },
  ) {
    this.#socket = socket;
    this.#door = door;
    this.#limits = limits;
    this.#told = told;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    socket.on('data', (bytes) => {
      this.#heardMs = performance.now();
      if (this.#reader.held() === 0) this.#begunMs = this.#heardMs;
      this.#reader.add(bytes as Buffer);
      this.#read();
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#end());
  }

  look(nowMs: number): void {
    if (!this.#guest) {
      if (nowMs - this.#begunMs > this.#limits.patienceMs) this.#drop('slow');
    } else if (this.#keepAliveMs > 0 && nowMs - this.#heardMs > this.#keepAliveMs) this.#drop('silent');
    else if (
      this.#reader.held() > 0 &&
      !this.#socket.isPaused() &&
      nowMs - this.#begunMs > this.#limits.patienceMs &&
      nowMs - this.#heardMs > this.#limits.patienceMs / 10
    )
      this.#drop('slow');
  }

  send(topic: string, payload: string, isRetained = false): boolean {
    if (this.#closed || !this.#guest) return false;
    let qos: 0 | 1 | undefined;
    for (const [filter, granted] of this.#subscribed) {
      if (matches(filter, topic)) qos = Math.max(qos ?? 0, granted) as 0 | 1;
    }
    if (qos === undefined) return false;
    if (qos === 1) this.#messageId = (this.#messageId % 65_535) + 1;
    const messageId = qos === 1 ? { messageId: this.#messageId } : {};
    this.#write({ cmd: 'publish', topic, payload, qos, dup: false, retain: isRetained, ...messageId });
    return true;
  }

  end(why: keyof typeof END_CODES): void {
    if (this.#closed) return;
    if (this.#reader.version() === 5 && this.#guest) this.#write({ cmd: 'disconnect', reasonCode: END_CODES[why] });
    // its successor says whether it is there, and who may not be here says nothing
    if (why !== 'busy') this.#will = null;
    if (why === 'takenOver' && this.#guest) {
      const { guest } = this.#guest;
      this.#socket.once('end', () => this.#door.outlived(guest));
      // What it said meanwhile is not taken, but stands before its end.
      this.#socket.resume();
      this.#drop(why, TAKEN_OVER_MS);
    } else this.#drop(why);
  }

  /** Ends when what it was saying has been taken or given up. */
  close(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    this.end('closing');
    if (this.#waiting.length === 0) this.#ended?.();
    return ended;
  }

  #read(): void {
    try {
      while (!this.#closed && !this.#connecting && this.#waiting.length < this.#limits.atOnce) {
        const packet = this.#reader.next();
        if (!packet) {
          if (this.#socket.isPaused()) this.#socket.resume();
          return;
        }
        this.#begunMs = this.#heardMs;
        this.#take(packet);
      }
      if (!this.#closed) this.#socket.pause();
    } catch (error) {
      if (!(error instanceof PacketFault)) throw error;
      if (this.#reader.version() === 5 && this.#guest) this.#write({ cmd: 'disconnect', reasonCode: error.code });
      this.#drop('malformed');
    }
  }

  #take(packet: Packet): void {
    switch (packet.cmd) {
      case 'connect':
        void this.#connect(packet);
        return;
      case 'publish':
        this.#publish(packet);
        return;
      case 'subscribe':
        this.#subscribe(packet);
        return;
      case 'unsubscribe':
        this.#unsubscribe(packet);
        return;
      case 'pubrel':
        this.#write({ cmd: 'pubcomp', ...idOf(packet) });
        return;
      case 'pingreq':
        this.#write({ cmd: 'pingresp' });
        return;
      case 'puback':
      case 'pubrec':
      case 'pubcomp':
        return;
      case 'disconnect':
        // With this reason a device of MQTT 5 asks for its will.
        if (packet.reasonCode !== 0x04) this.#will = null;
        this.#drop('left');
        return;
      default:
        throw new PacketFault(PROTOCOL_ERROR, 'not a packet of a client');
    }
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    const isFive = packet.protocolVersion === 5;
    const refuse = (code: number): void => {
      this.#write(
        isFive
          ? { cmd: 'connack', reasonCode: code, sessionPresent: false }
          : { cmd: 'connack', returnCode: code, sessionPresent: false },
      );
      this.#drop('refused');
    };
    if (packet.properties?.authenticationMethod !== undefined) {
      refuse(0x8c);
      return;
    }
    const { will } = packet;
    this.#connecting = true;
    const admitted = await this.#door
      .admit(
        {
          clientId: packet.clientId,
          userName: packet.username ?? null,
          password: packet.password ?? null,
          will: will ? { topic: will.topic, payload: Buffer.from(will.payload) } : null,
          address: this.#socket.remoteAddress ?? '',
        },
        this,
      )
      .catch(() => REFUSED.busy);
    if (admitted === REFUSED.busy) {
      // Without a word: some clients never try again after a refusal, and this one is to come back in a moment.
      mqttEnds.inc({ why: 'refused' });
      setTimeout(() => this.#drop('busy'), BUSY_MS).unref();
      return;
    }
    if (isRefused(admitted)) {
      refuse(admitted.refused[isFive ? 1 : 0]);
      return;
    }
    if (this.#closed) {
      this.#door.left(admitted);
      return;
    }
    this.#guest = { guest: admitted };
    this.#told.admitted();
    this.#will = will ? { topic: will.topic, payload: Buffer.from(will.payload) } : null;
    this.#keepAliveMs = (packet.keepalive ?? 0) * 1500;
    this.#write(
      isFive
        ? {
            cmd: 'connack',
            reasonCode: SUCCESS,
            sessionPresent: false,
            properties: {
              // Nothing is kept of a connection that has ended: what a device is to do waits in the portal itself.
              sessionExpiryInterval: 0,
              receiveMaximum: this.#limits.atOnce,
              maximumPacketSize: LONGEST_PACKET,
              sharedSubscriptionAvailable: false,
              subscriptionIdentifiersAvailable: false,
            },
          }
        : { cmd: 'connack', returnCode: SUCCESS, sessionPresent: false },
    );
    this.#connecting = false;
    this.#read();
  }

  #publish(packet: IPublishPacket): void {
    const { topic, qos } = packet;
    if (packet.properties?.topicAlias !== undefined) throw new PacketFault(0x94, 'topic alias');
    if (topic === '' || /[+#\0]/.test(topic)) throw new PacketFault(MALFORMED, 'no topic to publish to');
    const id = idOf(packet);
    const isFive = this.#reader.version() === 5;
    const waiting: Waiting = {
      taken: undefined,
      acknowledge:
        qos === 0
          ? null
          : (code) => ({ cmd: qos === 1 ? 'puback' : 'pubrec', ...id, ...(isFive ? { reasonCode: code } : {}) }),
    };
    this.#waiting.push(waiting);
    this.#door
      .take(this.#guest!.guest, { topic, payload: Buffer.from(packet.payload) })
      .catch((): Taken => 'again')
      .then((taken) => {
        waiting.taken = taken;
        this.#acknowledge();
      });
  }

  /** In the order in which they came: the first that is still being taken holds up those after it. */
  #acknowledge(): void {
    while (this.#waiting[0]?.taken !== undefined) {
      const { taken, acknowledge } = this.#waiting.shift()!;
      if (taken === 'again') {
        // 3.1.1 has no word for "not now", and in both a message is sent again after the connection has ended.
        this.end('busy');
        this.#waiting.length = 0;
        break;
      }
      if (acknowledge) this.#write(acknowledge(taken === 'taken' ? SUCCESS : 0x87));
    }
    if (this.#closed) {
      if (this.#waiting.length === 0) this.#ended?.();
    } else if (this.#socket.isPaused()) this.#read();
  }

  #subscribe(packet: ISubscribePacket): void {
    const granted = packet.subscriptions.map(({ topic, qos }) => {
      if (!this.#door.maySubscribe(this.#guest!.guest, topic, this.#subscribed.size)) {
        return this.#reader.version() === 5 ? 0x87 : 0x80;
      }
      const given = Math.min(qos, 1) as 0 | 1;
      this.#subscribed.set(topic, given);
      return given;
    });
    this.#write({ cmd: 'suback', ...idOf(packet), granted });
    this.#door.subscribed?.(this.#guest!.guest);
  }

  #unsubscribe(packet: IUnsubscribePacket): void {
    const granted = packet.unsubscriptions.map((topic) => (this.#subscribed.delete(topic) ? SUCCESS : 0x11));
    this.#write({ cmd: 'unsuback', ...idOf(packet), granted });
  }

  #write(packet: Packet): void {
    if (this.#closed || this.#socket.destroyed) return;
    this.#socket.write(bytesOf(packet, this.#reader.version()));
    if (this.#socket.writableLength > this.#limits.unread) this.#drop('unread');
  }

  /** What was written before still goes out. */
  #drop(why: string, farewellMs = FAREWELL_MS): void {
    if (this.#closed) return;
    mqttEnds.inc({ why });
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), farewellMs).unref();
    this.#end();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#told.ended(this.#guest !== null);
    const guest = this.#guest?.guest;
    if (guest === undefined) return;
    const will = this.#will;
    void (will ? this.#door.take(guest, will).catch(() => {}) : Promise.resolve()).then(() => this.#door.left(guest));
  }
}

const idOf = ({ messageId }: Packet) => (messageId === undefined ? {} : { messageId });

function isRefused(admitted: unknown): admitted is Refused {
  return Object.values(REFUSED).includes(admitted as Refused);
}

/** MQTT's own rule for filters: `+` is one level, `#` the rest. */
export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (level !== '+' && level !== levels[index]) return false;
    if (index >= levels.length) return false;
  }
  return wanted.length === levels.length;
}
