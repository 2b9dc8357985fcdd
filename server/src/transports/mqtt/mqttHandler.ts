// The interface between the MQTT endpoint and the code that handles its clients: authentication, messages and subscriptions.

/** The contents of a CONNECT packet. */
export interface ConnectRequest {
  clientId: string;
  userName: string | null;
  password: Buffer | null;
  will: Message | null;
  address: string;
}

export interface Message {
  topic: string;
  payload: Buffer;
}

/** The connection to an authenticated client. */
export interface Link {
  /**
   * Delivers at least once if the client subscribed with QoS 1. Returns false if it has not subscribed to the topic or is gone.
   * `isRetained`: a broker bridged to this server retains the message.
   */
  send(topic: string, payload: string, isRetained?: boolean): boolean;
  /** `takenOver`: another client has connected with the same identity. `notAllowed`: the client has lost its access. */
  end(reason: 'takenOver' | 'notAllowed' | 'busy' | 'closing'): void;
}

/** `retry`: the message could not be stored now. The connection ends without an acknowledgement, and the client sends it again. */
export type MessageOutcome = 'ack' | 'forbidden' | 'retry';

export interface MqttHandler<Session> {
  authenticate(request: ConnectRequest, link: Link): Promise<Session | ConnectRejection>;
  /** Resolves after the message's effects are committed. A session's messages arrive in order, several at a time. */
  onMessage(session: Session, message: Message): Promise<MessageOutcome>;
  /** `count`: filters that the session has already. */
  canSubscribe(session: Session, filter: string, count: number): boolean;
  /** Called after the subscription has been acknowledged. */
  onSubscribed?(session: Session): void;
  onDisconnect(session: Session): void;
  /** Called when a session that ended with `takenOver` proves to have been still connected. */
  onLiveTakeover(session: Session): void;
}

/** The codes are those of CONNACK in MQTT 3.1.1 and 5. */
export const CONNECT_REJECTIONS = {
  clientId: { rejected: [2, 0x85] },
  busy: { rejected: [3, 0x88] },
  credentials: { rejected: [4, 0x86] },
  notAllowed: { rejected: [5, 0x87] },
} as const;
export type ConnectRejection = (typeof CONNECT_REJECTIONS)[keyof typeof CONNECT_REJECTIONS];

export function isRejection(result: unknown): result is ConnectRejection {
  return Object.values<unknown>(CONNECT_REJECTIONS).includes(result);
}
