// Opens the ports where devices speak MQTT, and says how to close them.
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Context } from '../../context.ts';
import type { Ask } from '../../http/internalCalls.ts';
import type { UnknownCaps } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { StartupError } from '../../platform/startupError.ts';
import type { EndpointLimits } from './connection.ts';
import { openDoor } from './deviceHandler.ts';
import { ENDPOINT_LIMITS, type Endpoint, openEndpoint } from './endpoint.ts';
import { type External, openExternal } from './externalBroker.ts';
import { bothDoors, type FeedLimits, openFeed } from './homeAssistantFeed.ts';

export interface Mqtt {
  /** As opened; undefined: not. */
  port: number | undefined;
  tlsPort: number | undefined;
  /** Ends when an external broker, if there is one, has been reached. */
  ready: Promise<void>;
  /** Notes who is there; done now and then by itself. */
  beat(): Promise<void>;
  /** To be said at the start. */
  lines: string[];
  close(): Promise<void>;
}

const BEAT_MS = 30_000;
/** How often it is looked whether the certificate was renewed. */
const CERTIFICATE_MS = 60_000;
/** A thousand devices that come back at once wait in line instead of being turned away. */
const BACKLOG = 4_096;

/** `ask`: for readers of plants; without it there is no feed. `caps`: of what is kept of numbers of no plant. */
export async function openMqtt(
  context: Context,
  limits: EndpointLimits = ENDPOINT_LIMITS,
  ask?: Ask,
  feedLimits?: FeedLimits,
  caps?: UnknownCaps,
): Promise<Mqtt> {
  const { mqtt, mqttTls, mqttUrl, port: portalPort } = context.config;
  const lines: string[] = [];
  if (!mqtt && !mqttTls && !mqttUrl)
    return {
      port: undefined,
      tlsPort: undefined,
      lines,
      ready: Promise.resolve(),
      beat: async () => {},
      close: async () => {},
    };
  const door = openDoor(context, caps);
  const feed = ask && (await openFeed(context, ask, feedLimits));
  const endpoint = feed ? openEndpoint(bothDoors(door, feed), limits) : openEndpoint(door, limits);
  const servers: (Server | TlsServer)[] = [];
  const watched: string[] = [];
  let external: External | undefined;
  let port: number | undefined;
  let tlsPort: number | undefined;
  const beat = (): Promise<void> =>
    door.beat().catch((error) => context.log.error({ err: error }, 'devices on the line could not be counted'));
  const beating = setInterval(() => void beat(), BEAT_MS).unref();
  const close = async (): Promise<void> => {
    clearInterval(beating);
    for (const file of watched) unwatchFile(file);
    for (const server of servers) server.close();
    await endpoint.close();
    await external?.close();
    await feed?.close();
    await door.close();
  };
  try {
    if (mqtt) {
      const server = createServer((socket) => endpoint.handle(socket));
      servers.push(server);
      try {
        port = await open(server, 'MQTT_PORT', mqtt.port);
        lines.push(`Devices speak MQTT on port ${port}.`);
      } catch (error) {
        if (mqtt.isRequired || !(error instanceof StartupError)) throw error;
        // The demonstration needs one, and nobody has asked for this one.
        port = await open(server, 'MQTT_PORT', 0);
        lines.push(
          `Devices speak MQTT on port ${port}, as ${mqtt.port} is taken or not allowed; MQTT_PORT chooses another.`,
        );
      }
      // What pages tell is where it really is.
      mqtt.port = port;
    }
    if (mqttTls) {
      const server = openTls(endpoint, mqttTls, context, watched);
      tlsPort = await open(server, 'MQTT_TLS_PORT', mqttTls.port);
      mqttTls.port = tlsPort;
      servers.push(server);
      lines.push(`Devices speak MQTT over TLS on port ${tlsPort}.`);
    }
    if (mqttUrl) {
      external = openExternal(mqttUrl, `${hostname()}-${portalPort}`, door, context.log);
      lines.push(`Devices speak MQTT to the broker at ${new URL(mqttUrl).host}.`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  void beat();
  return { port, tlsPort, beat, lines, ready: external?.ready ?? Promise.resolve(), close };
}

function openTls(
  endpoint: Endpoint,
  { certFile, keyFile }: { certFile: string; keyFile: string },
  { log }: Pick<Context, 'log'>,
  watched: string[],
): TlsServer {
  const read = () => ({ cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' as const });
  let server: TlsServer;
  try {
    server = createTlsServer({ ...read(), handshakeTimeout: 20_000 }, (socket) => endpoint.handle(socket));
  } catch (error) {
    throw new StartupError(
      `The certificate of MQTT_TLS_CERT and the key of MQTT_TLS_KEY cannot be used: ${(error as Error).message}.`,
    );
  }
  server.on('tlsClientError', () => {});
  for (const file of [certFile, keyFile]) {
    watched.push(file);
    watchFile(file, { interval: CERTIFICATE_MS, persistent: false }, () => {
      try {
        server.setSecureContext(read());
      } catch (error) {
        log.error({ err: error }, 'the renewed certificate for MQTT cannot be used; the one before it stays');
      }
    });
  }
  return server;
}

async function open(server: Server | TlsServer, name: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartupError(
            `The port ${port} is taken by another program; choose another, for example ${name}=${port + 1}.`,
          ),
        );
      } else if (error.code === 'EACCES') {
        reject(
          new StartupError(
            `The port ${port} may not be opened by this user; choose another, for example ${name}=${8000 + (port % 1000)}.`,
          ),
        );
      } else reject(error);
    });
    server.listen({ port, host: '0.0.0.0', backlog: BACKLOG }, resolve);
  });
  server.on('error', () => {});
  return (server.address() as AddressInfo).port;
}
