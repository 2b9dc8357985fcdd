// What an endpoint asks of its door: who is admitted, what may be said and heard, and in which words it refuses.

/** What a CONNECT says. */
export interface Caller {
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

/** The way back to a device that was admitted. */
export interface Link {
  /**
   * At least once where the device has subscribed so; false: it has not subscribed to this topic, or it is gone. Retained: a
   * broker that is bridged here keeps it.
   */
  send(topic: string, payload: string, isRetained?: boolean): boolean;
  /** Another connection of it has come, or it may no longer be here. */
  end(why: 'takenOver' | 'notAllowed' | 'busy' | 'closing'): void;
}

/** `again`: it could not be stored now; the device is let go without an acknowledgement and sends it once more. */
export type Taken = 'taken' | 'forbidden' | 'again';

export interface MqttDoor<Guest> {
  admit(caller: Caller, link: Link): Promise<Guest | Refused>;
  /** Ends after the commit of what follows from it. Messages of one guest come in their order, several at once. */
  take(guest: Guest, message: Message): Promise<Taken>;
  /** `held`: filters that it has already. */
  maySubscribe(guest: Guest, filter: string, held: number): boolean;
  /** After it was told that it has subscribed. */
  subscribed?(guest: Guest): void;
  left(guest: Guest): void;
  /** After `takenOver`: it was there still, and has answered its end. */
  outlived(guest: Guest): void;
}

/** Its codes are those of CONNACK in 3.1.1 and 5. */
export const REFUSED = {
  clientId: { refused: [2, 0x85] },
  busy: { refused: [3, 0x88] },
  credentials: { refused: [4, 0x86] },
  notAllowed: { refused: [5, 0x87] },
} as const;
export type Refused = (typeof REFUSED)[keyof typeof REFUSED];
