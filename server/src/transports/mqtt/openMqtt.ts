// Opens the MQTT ports and the connection to an external broker, and closes them.
import { X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Context } from '../../context.ts';
import type { InternalCall } from '../../http/internalCalls.ts';
import type { UnclaimedCaps } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { mqttCertificateExpiry } from '../../platform/metrics.ts';
import { StartupError } from '../../platform/startupError.ts';
import type { EndpointLimits } from './connection.ts';
import { createDeviceHandler } from './deviceHandler.ts';
import { ENDPOINT_LIMITS, type Endpoint, openEndpoint } from './endpoint.ts';
import { connectExternalBroker, type ExternalBroker } from './externalBroker.ts';
import { limitHandshakes } from './handshakes.ts';
import { combineHandlers, type FeedLimits, openFeed } from './homeAssistantFeed.ts';

export interface Mqtt {
  /** Undefined: not open. */
  port: number | undefined;
  tlsPort: number | undefined;
  /** Resolves when the external broker, if there is one, is connected. */
  ready: Promise<void>;
  /** Records that this server and its gateways are present; called regularly. */
  heartbeat(): Promise<void>;
  /** Lines for the log at the start. */
  lines: string[];
  close(): Promise<void>;
}

const HEARTBEAT_MS = 30_000;
/** How often the certificate's files are checked for changes. */
const CERTIFICATE_POLL_MS = 60_000;
/** Large enough for a thousand devices that reconnect at once. */
const BACKLOG = 4_096;

/** `call`: for the Home Assistant feed; without it there is no feed. `caps`: limits of stored data of unclaimed serial numbers. */
export async function openMqtt(
  context: Context,
  limits: EndpointLimits = ENDPOINT_LIMITS,
  call?: InternalCall,
  feedLimits?: FeedLimits,
  caps?: UnclaimedCaps,
): Promise<Mqtt> {
  const { mqtt, mqttTls, mqttUrl, host, port: portalPort } = context.config;
  const lines: string[] = [];
  if (!mqtt && !mqttTls && !mqttUrl)
    return {
      port: undefined,
      tlsPort: undefined,
      lines,
      ready: Promise.resolve(),
      heartbeat: async () => {},
      close: async () => {},
    };
  const handler = createDeviceHandler(context, caps);
  const feed = call && (await openFeed(context, call, feedLimits));
  const endpoint = feed ? openEndpoint(combineHandlers(handler, feed), limits) : openEndpoint(handler, limits);
  const servers: (Server | TlsServer)[] = [];
  const watched: string[] = [];
  let external: ExternalBroker | undefined;
  let port: number | undefined;
  let tlsPort: number | undefined;
  const heartbeat = (): Promise<void> =>
    handler.heartbeat().catch((error) => context.log.error({ err: error }, 'the MQTT heartbeat failed'));
  const heartbeatTimer = setInterval(() => void heartbeat(), HEARTBEAT_MS).unref();
  const close = async (): Promise<void> => {
    clearInterval(heartbeatTimer);
    for (const file of watched) unwatchFile(file);
    for (const server of servers) server.close();
    mqttCertificateExpiry.remove();
    await endpoint.close();
    await external?.close();
    await feed?.close();
    await handler.close();
  };
  try {
    if (mqtt) {
      const server = createServer((socket) => endpoint.handle(socket));
      servers.push(server);
      try {
        port = await listen(server, { name: 'MQTT_PORT', port: mqtt.port, host });
        lines.push(`Devices speak MQTT on port ${port}.`);
      } catch (error) {
        if (mqtt.isRequired || !(error instanceof StartupError)) throw error;
        // The demonstration needs a port, and this one is only the default.
        port = await listen(server, { name: 'MQTT_PORT', port: 0, host });
        lines.push(
          `Devices speak MQTT on port ${port}, as ${mqtt.port} is taken or not allowed; MQTT_PORT chooses another.`,
        );
      }
      // Pages show the port that is really open.
      mqtt.port = port;
    }
    if (mqttTls) {
      const server = openTls(endpoint, mqttTls, context, watched);
      limitHandshakes(server, limits.handshakes);
      tlsPort = await listen(server, { name: 'MQTT_TLS_PORT', port: mqttTls.port, host });
      mqttTls.port = tlsPort;
      servers.push(server);
      lines.push(`Devices speak MQTT over TLS on port ${tlsPort}.`);
    }
    if (mqttUrl) {
      external = connectExternalBroker(mqttUrl, `${hostname()}-${portalPort}`, handler, context.log);
      lines.push(`Devices speak MQTT to the broker at ${new URL(mqttUrl).host}.`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  void heartbeat();
  return { port, tlsPort, heartbeat, lines, ready: external?.ready ?? Promise.resolve(), close };
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
    server = createTlsServer({ ...read(), handshakeTimeout: 8_000 }, (socket) => endpoint.handle(socket));
  } catch (error) {
    throw new StartupError(
      `The certificate of MQTT_TLS_CERT and the key of MQTT_TLS_KEY cannot be used: ${(error as Error).message}.`,
    );
  }
  recordExpiry(certFile);
  server.on('tlsClientError', () => {});
  for (const file of [certFile, keyFile]) {
    watched.push(file);
    watchFile(file, { interval: CERTIFICATE_POLL_MS, persistent: false }, () => {
      try {
        server.setSecureContext(read());
        recordExpiry(certFile);
      } catch (error) {
        log.error({ err: error }, 'the renewed MQTT certificate cannot be used; the previous one stays in use');
      }
    });
  }
  return server;
}

/** The first certificate of the file is the server's own. */
function recordExpiry(certFile: string): void {
  mqttCertificateExpiry.set(new X509Certificate(readFileSync(certFile)).validToDate.getTime() / 1000);
}

async function listen(
  server: Server | TlsServer,
  { name, port, host }: { name: string; port: number; host: string },
): Promise<number> {
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
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  server.on('error', () => {});
  return (server.address() as AddressInfo).port;
}
