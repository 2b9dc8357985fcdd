// One connection of a client: its packets from CONNECT on, keep-alive, acknowledgements in order, and its end.
import type { Socket } from 'node:net';
import type { IConnectPacket, IPublishPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet';
import { mqttEnds } from '../../platform/metrics.ts';
import {
  CONNECT_REJECTIONS,
  isRejection,
  type Link,
  type Message,
  type MessageOutcome,
  type MqttHandler,
} from './mqttHandler.ts';
import {
  createPacketReader,
  encodePacket,
  MALFORMED,
  MAX_PACKET_BYTES,
  PacketError,
  type PacketReader,
} from './packets.ts';
import { topicMatches } from './topics.ts';

export interface EndpointLimits {
  /** Until a CONNECT is complete. */
  connectMs: number;
  /** Until a CONNECT is accepted, and until a packet that was begun is complete. */
  timeoutMs: number;
  /** Connections in all, and those without an accepted CONNECT. */
  connections: number;
  unauthenticated: number;
  /** TLS handshakes in progress. */
  handshakes: number;
  /** Messages of one client that wait for their commit; beyond it nothing more is read from its socket. */
  inFlight: number;
  /** Bytes that wait to be read by a client; beyond it the client is disconnected. */
  unreadBytes: number;
}

/** Delay before a busy server disconnects a client, so that it does not reconnect at once. */
const BUSY_DELAY_MS = 500;
/** Time for the client to close its end before the socket is destroyed; a client that was taken over proves by it that it is live. */
const CLOSE_TIMEOUT_MS = 1_000;
const TAKEOVER_CLOSE_TIMEOUT_MS = 3_000;
const SUCCESS = 0;
const NOT_AUTHORIZED = 0x87;
const PROTOCOL_ERROR = 0x82;

const END_CODES = { takenOver: 0x8e, notAllowed: 0x87, busy: 0x89, closing: 0x8b } as const;

/** A message being handled. */
interface InFlight {
  /** Null: QoS 0. */
  acknowledge: ((code: number) => Packet) | null;
  /** Undefined: not handled yet. */
  outcome: MessageOutcome | undefined;
}

interface Listener {
  /** A complete CONNECT has arrived. */
  onConnecting(): void;
  onAuthenticated(): void;
  onEnd(wasAuthenticated: boolean): void;
}

export class Connection<Session> implements Link {
  readonly #socket: Socket;
  readonly #handler: MqttHandler<Session>;
  readonly #limits: EndpointLimits;
  readonly #listener: Listener;
  readonly #reader: PacketReader = createPacketReader();
  readonly #inFlight: InFlight[] = [];
  /** Granted QoS by filter. */
  readonly #subscriptions = new Map<string, 0 | 1>();
  #authenticated: { session: Session } | null = null;
  #connecting = false;
  #will: Message | null = null;
  /** Maximum time without a packet; 0: unlimited. */
  #keepAliveMs = 0;
  #receivedMs = performance.now();
  /** When the incomplete packet, or the connection, began. */
  #begunMs = performance.now();
  #messageId = 0;
  #closed = false;
  #onDrained: (() => void) | null = null;

  constructor(socket: Socket, handler: MqttHandler<Session>, limits: EndpointLimits, listener: Listener) {
    this.#socket = socket;
    this.#handler = handler;
    this.#limits = limits;
    this.#listener = listener;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    socket.on('data', (bytes) => {
      this.#receivedMs = performance.now();
      if (this.#reader.bufferedBytes() === 0) this.#begunMs = this.#receivedMs;
      this.#reader.add(bytes as Buffer);
      this.#read();
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#end());
  }

  checkTimeouts(nowMs: number): void {
    if (!this.#authenticated) {
      const limitMs = this.#connecting ? this.#limits.timeoutMs : this.#limits.connectMs;
      if (nowMs - this.#begunMs > limitMs) this.#drop('slow');
    } else if (this.#keepAliveMs > 0 && nowMs - this.#receivedMs > this.#keepAliveMs) this.#drop('silent');
    else if (
      this.#reader.bufferedBytes() > 0 &&
      !this.#socket.isPaused() &&
      nowMs - this.#begunMs > this.#limits.timeoutMs &&
      nowMs - this.#receivedMs > this.#limits.timeoutMs / 10
    )
      this.#drop('slow');
  }

  send(topic: string, payload: string, isRetained = false): boolean {
    if (this.#closed || !this.#authenticated) return false;
    let qos: 0 | 1 | undefined;
    for (const [filter, granted] of this.#subscriptions) {
      if (topicMatches(filter, topic) && granted > (qos ?? -1)) qos = granted;
    }
    if (qos === undefined) return false;
    if (qos === 1) this.#messageId = (this.#messageId % 65_535) + 1;
    const messageId = qos === 1 ? { messageId: this.#messageId } : {};
    this.#write({ cmd: 'publish', topic, payload, qos, dup: false, retain: isRetained, ...messageId });
    return true;
  }

  /** Closes a connection that has sent no CONNECT, to make room for another one. */
  evict(): void {
    mqttEnds.inc({ why: 'evicted' });
    this.#socket.destroy();
    this.#end();
  }

  end(why: keyof typeof END_CODES): void {
    if (this.#closed) return;
    if (this.#reader.version() === 5 && this.#authenticated)
      this.#write({ cmd: 'disconnect', reasonCode: END_CODES[why] });
    // The new connection reports the state instead, and a client without access reports nothing.
    if (why !== 'busy') this.#will = null;
    if (why === 'takenOver' && this.#authenticated) {
      const { session } = this.#authenticated;
      this.#socket.once('end', () => this.#handler.onLiveTakeover(session));
      // Unread bytes precede the client's end of the stream; they are discarded.
      this.#socket.resume();
      this.#drop(why, TAKEOVER_CLOSE_TIMEOUT_MS);
    } else this.#drop(why);
  }

  /** Resolves when the messages in flight have been handled or given up. */
  close(): Promise<void> {
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    this.end('closing');
    if (this.#inFlight.length === 0) this.#onDrained?.();
    return drained;
  }

  #read(): void {
    try {
      while (!this.#closed && !this.#connecting && this.#inFlight.length < this.#limits.inFlight) {
        const packet = this.#reader.next();
        if (!packet) {
          if (this.#socket.isPaused()) this.#socket.resume();
          return;
        }
        this.#begunMs = this.#receivedMs;
        this.#onPacket(packet);
      }
      if (!this.#closed) this.#socket.pause();
    } catch (error) {
      if (!(error instanceof PacketError)) throw error;
      if (this.#reader.version() === 5 && this.#authenticated)
        this.#write({ cmd: 'disconnect', reasonCode: error.code });
      this.#drop('malformed');
    }
  }

  #onPacket(packet: Packet): void {
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
        // With this reason code an MQTT 5 client asks for its will to be published.
        if (packet.reasonCode !== 0x04) this.#will = null;
        this.#drop('left');
        return;
      default:
        throw new PacketError(PROTOCOL_ERROR, 'not a packet of a client');
    }
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    const isFive = packet.protocolVersion === 5;
    const reject = (code: number): void => {
      this.#write(
        isFive
          ? { cmd: 'connack', reasonCode: code, sessionPresent: false }
          : { cmd: 'connack', returnCode: code, sessionPresent: false },
      );
      this.#drop('refused');
    };
    if (packet.properties?.authenticationMethod !== undefined) {
      reject(0x8c);
      return;
    }
    const { will } = packet;
    this.#connecting = true;
    this.#listener.onConnecting();
    const result = await this.#handler
      .authenticate(
        {
          clientId: packet.clientId,
          userName: packet.username ?? null,
          password: packet.password ?? null,
          will: will ? { topic: will.topic, payload: Buffer.from(will.payload) } : null,
          address: this.#socket.remoteAddress ?? '',
        },
        this,
      )
      .catch(() => CONNECT_REJECTIONS.busy);
    if (result === CONNECT_REJECTIONS.busy) {
      // No CONNACK: some clients never reconnect after a rejection, and this one should in a moment.
      mqttEnds.inc({ why: 'refused' });
      setTimeout(() => this.#drop('busy'), BUSY_DELAY_MS).unref();
      return;
    }
    if (isRejection(result)) {
      reject(result.rejected[isFive ? 1 : 0]);
      return;
    }
    if (this.#closed) {
      this.#handler.onDisconnect(result);
      return;
    }
    this.#authenticated = { session: result };
    this.#listener.onAuthenticated();
    this.#will = will ? { topic: will.topic, payload: Buffer.from(will.payload) } : null;
    this.#keepAliveMs = (packet.keepalive ?? 0) * 1500;
    this.#write(
      isFive
        ? {
            cmd: 'connack',
            reasonCode: SUCCESS,
            sessionPresent: false,
            properties: {
              // The server stores no MQTT sessions: commands for a device wait in the portal's queue.
              sessionExpiryInterval: 0,
              receiveMaximum: this.#limits.inFlight,
              maximumPacketSize: MAX_PACKET_BYTES,
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
    if (packet.properties?.topicAlias !== undefined) throw new PacketError(0x94, 'topic alias');
    if (topic === '' || /[+#\0]/.test(topic)) throw new PacketError(MALFORMED, 'no topic to publish to');
    const id = idOf(packet);
    const isFive = this.#reader.version() === 5;
    const { session } = this.#requireAuthenticated();
    const message: InFlight = {
      outcome: undefined,
      acknowledge:
        qos === 0
          ? null
          : (code) => ({ cmd: qos === 1 ? 'puback' : 'pubrec', ...id, ...(isFive ? { reasonCode: code } : {}) }),
    };
    this.#inFlight.push(message);
    this.#handler
      .onMessage(session, { topic, payload: Buffer.from(packet.payload) })
      .catch((): MessageOutcome => 'retry')
      .then((outcome) => {
        message.outcome = outcome;
        this.#acknowledge();
      });
  }

  /** Acknowledges in the order of arrival: a message still being handled delays those after it. */
  #acknowledge(): void {
    for (let first = this.#inFlight[0]; first?.outcome !== undefined; first = this.#inFlight[0]) {
      const { outcome, acknowledge } = first;
      this.#inFlight.shift();
      if (outcome === 'retry') {
        // MQTT 3.1.1 has no code for "try again"; in both versions a client repeats the message on a new connection.
        this.end('busy');
        this.#inFlight.length = 0;
        break;
      }
      if (acknowledge) this.#write(acknowledge(outcome === 'ack' ? SUCCESS : NOT_AUTHORIZED));
    }
    if (this.#closed) {
      if (this.#inFlight.length === 0) this.#onDrained?.();
    } else if (this.#socket.isPaused()) this.#read();
  }

  #subscribe(packet: ISubscribePacket): void {
    const { session } = this.#requireAuthenticated();
    const granted = packet.subscriptions.map(({ topic, qos }) => {
      if (!this.#handler.canSubscribe(session, topic, this.#subscriptions.size)) {
        return this.#reader.version() === 5 ? NOT_AUTHORIZED : 0x80;
      }
      const grantedQos = qos === 0 ? 0 : 1;
      this.#subscriptions.set(topic, grantedQos);
      return grantedQos;
    });
    this.#write({ cmd: 'suback', ...idOf(packet), granted });
    this.#handler.onSubscribed?.(session);
  }

  #unsubscribe(packet: IUnsubscribePacket): void {
    const granted = packet.unsubscriptions.map((topic) => (this.#subscriptions.delete(topic) ? SUCCESS : 0x11));
    this.#write({ cmd: 'unsuback', ...idOf(packet), granted });
  }

  #write(packet: Packet): void {
    if (this.#closed || this.#socket.destroyed) return;
    this.#socket.write(encodePacket(packet, this.#reader.version()));
    if (this.#socket.writableLength > this.#limits.unreadBytes) this.#drop('unread');
  }

  #requireAuthenticated(): { session: Session } {
    if (!this.#authenticated) throw new PacketError(PROTOCOL_ERROR, 'CONNECT has not been accepted');
    return this.#authenticated;
  }

  /** Sends what was written before and closes the connection; `why` labels the metric. */
  #drop(why: string, timeoutMs = CLOSE_TIMEOUT_MS): void {
    if (this.#closed) return;
    mqttEnds.inc({ why });
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), timeoutMs).unref();
    this.#end();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listener.onEnd(this.#authenticated !== null);
    if (!this.#authenticated) return;
    const { session } = this.#authenticated;
    const will = this.#will;
    const published = will ? this.#handler.onMessage(session, will).catch(() => {}) : Promise.resolve();
    void published.then(() => this.#handler.onDisconnect(session));
  }
}

const idOf = ({ messageId }: Packet) => (messageId === undefined ? {} : { messageId });
