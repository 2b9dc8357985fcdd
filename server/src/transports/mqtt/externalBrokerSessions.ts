// Sessions of devices behind an external broker. No connection reports their end, so a limited number is cached until it may have changed.
import type { Context } from '../../context.ts';
import { createDeviceSession, type DeviceSession } from './deviceSession.ts';
import type { Link } from './mqttHandler.ts';
import type { SerialLookup } from './serialLookup.ts';

/** Beyond it the oldest session is dropped and read again when needed. */
const MAX_SESSIONS = 100_000;

/** Publishes to devices behind an external broker. */
export interface Downlink {
  isConnected(): boolean;
  /** The message is lost while the broker is not connected. */
  publish(topic: string, payload: string): void;
}

export interface ExternalSessions {
  /** Null: the serial number is restricted. `spelling`: as the device writes it. */
  find(sn: string, spelling: string): Promise<DeviceSession | null>;
  /** Drops sessions, so that they are read again with the next message. */
  forget(sns: readonly string[] | 'all'): void;
  setDownlink(downlink: Downlink): void;
  /** Whether an external broker, where any device may be, is connected. */
  isConnected(): boolean;
  publish(topic: string, payload: string): void;
}

/** `onChange`: called for a new session whose gateway row is to be written. */
export function createExternalSessions(
  { clock }: Pick<Context, 'clock'>,
  serials: SerialLookup,
  onChange: (session: DeviceSession) => void,
): ExternalSessions {
  const sessions = new Map<string, Promise<DeviceSession | null>>();
  let downlink: Downlink | undefined;

  function forget(sn: string): void {
    sessions
      .get(sn)
      ?.then((session) => session?.openDtu?.close())
      .catch(() => {});
    sessions.delete(sn);
  }

  async function create(sn: string, spelling: string): Promise<DeviceSession | null> {
    const serial = await serials.find(sn);
    if (serial?.restricted) return null;
    const link: Link = {
      send: (topic, payload) => {
        downlink?.publish(topic, payload);
        return true;
      },
      end: () => forget(sn),
    };
    const sid = serial?.sid ?? null;
    const session = createDeviceSession({ sn, spelling, sid, address: '', link, at: clock.now() }, serial);
    if (session.hasGatewayRow) onChange(session);
    return session;
  }

  return {
    find(sn, spelling) {
      const known = sessions.get(sn);
      if (known) return known;
      const session = create(sn, spelling);
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size >= MAX_SESSIONS) forget(oldest);
      sessions.set(sn, session);
      session.catch(() => sessions.delete(sn));
      return session;
    },
    forget(sns) {
      for (const sn of sns === 'all' ? [...sessions.keys()] : sns) forget(sn);
    },
    setDownlink(next) {
      downlink = next;
    },
    isConnected: () => downlink?.isConnected() ?? false,
    publish: (topic, payload) => downlink?.publish(topic, payload),
  };
}
