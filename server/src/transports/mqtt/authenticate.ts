// Authenticates devices that connect over MQTT: claimed ones by serial number and password, unclaimed ones up to a limit.
import type { Context } from '../../context.ts';
import { isAllowedSource, sourceOf } from '../../ingest/sources/networkOf.ts';
import type { SourceQuota } from '../../ingest/sources/sourceQuota.ts';
import { createLogLimit } from '../../platform/limits/logLimit.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import { CONNECT_REJECTIONS, type ConnectRejection, type ConnectRequest } from './mqttHandler.ts';
import type { PendingClients } from './pendingClients.ts';
import { passwordMatches, type SerialLookup, type SerialState } from './serialLookup.ts';
import { canPublishWill, parseSerial } from './topics.ts';

export interface AuthenticatedDevice {
  sn: string;
  /** As the device writes its serial number. */
  spelling: string;
  /** Null: unclaimed; it occupies a place among the pending clients. */
  sid: string | null;
  /** Undefined: the serial number is not stored. */
  serial: SerialState | undefined;
}

interface Dependencies {
  serials: SerialLookup;
  pendingClients: Pick<PendingClients, 'add'>;
  sources: Pick<SourceQuota, 'recordRejection'>;
}

export type Authenticate = (request: ConnectRequest) => Promise<AuthenticatedDevice | ConnectRejection>;

export function createAuthenticator(
  { clock, log, registry, databaseHealth }: Pick<Context, 'clock' | 'log' | 'registry' | 'databaseHealth'>,
  { serials, pendingClients, sources }: Dependencies,
): Authenticate {
  const isLogged = createLogLimit();

  function reject(reason: keyof typeof CONNECT_REJECTIONS, { userName, address }: ConnectRequest): ConnectRejection {
    mqttMessages.inc({ what: `refused ${reason}` });
    if (isLogged(sourceOf(address), clock.now().getTime()))
      log.info({ sn: parseSerial(userName), address, why: reason }, 'the connection of a device was rejected');
    return CONNECT_REJECTIONS[reason];
  }

  /** The password was right, so somebody else has it or the device's address has changed. */
  async function recordForeignSource(sn: string, address: string): Promise<void> {
    const device = (await registry.find([sn])).get(sn);
    if (device) sources.recordRejection(device, sourceOf(address), clock.now().getTime());
  }

  return async (request) => {
    const { clientId, userName, password, will, address } = request;
    const sn = parseSerial(userName);
    if (userName === null || sn === undefined) return reject('clientId', request);
    if (will && !canPublishWill(sn, will.topic)) return reject('notAllowed', request);
    if (databaseHealth.now() !== undefined) return reject('busy', request);
    const clientSn = parseSerial(clientId) ?? clientId;
    const isOwnClientId = clientSn === sn || clientId === '';
    const [serial, otherDevice] = await Promise.all([
      serials.find(sn),
      // A client id of its own choice is accepted, another device's serial number is not.
      isOwnClientId ? undefined : serials.find(clientSn),
    ]);
    if (otherDevice) return reject('clientId', request);
    if (serial?.restricted) return reject('notAllowed', request);
    if (serial && serial.sid !== null) {
      if (!passwordMatches(serial.credential, password)) return reject('credentials', request);
      if (!isAllowedSource(serial.allowed, address)) {
        await recordForeignSource(sn, address);
        return reject('notAllowed', request);
      }
      return { sn, spelling: userName, sid: serial.sid, serial };
    }
    if (!pendingClients.add(sn, sourceOf(address), serial !== undefined)) return reject('busy', request);
    return { sn, spelling: userName, sid: null, serial };
  };
}
