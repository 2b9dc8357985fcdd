// Opens the ports: the portal's, and one for devices that serves the paths of their families and nothing else.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { POST_PATHS } from '../families/families.ts';
import { StartupError } from '../platform/startupError.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  endBadConnection,
  refuseExpectation,
  serverOptions,
} from './connections.ts';
import { DEVICE_HEADERS } from './errors.ts';

const devicePaths = new Set(POST_PATHS);

type Ports = { port: number; devicePort: number | undefined };
type Place = Ports & { host: string };

function startupError(error: NodeJS.ErrnoException, name: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `The port ${port} is taken by another program; choose another, for example ${name}=${port + 1}.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartupError(
      `The port ${port} may not be opened by this user; choose another, for example ${name}=${8000 + (port % 1000)}.`,
    );
  }
  return error;
}

async function open(server: Server, name: string, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startupError(error, name, port)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** The port of a server that was killed a moment ago stays taken until the system has released it. */
const PORT_TIMEOUT_MS = 2_000;

async function openProbe(name: string, port: number, host: string): Promise<Server> {
  for (const startedMs = performance.now(); ; await wait(50)) {
    const probe = createServer();
    try {
      await open(probe, name, port, host);
      return probe;
    } catch (error) {
      if (!(error instanceof StartupError) || performance.now() - startedMs > PORT_TIMEOUT_MS) throw error;
    }
  }
}

/** Throws a StartupError for a port that is taken, before any other work of a start. */
export async function requireFreePorts({ host, port, devicePort }: Place): Promise<void> {
  for (const [name, number] of [
    ['PORT', port],
    ['DEVICE_PORT', devicePort],
  ] as const) {
    if (!number) continue;
    const probe = await openProbe(name, number, host);
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Returns the open ports (the system chooses one for port 0) and a function to close them. */
export async function listen(
  app: FastifyInstance,
  { host, port, devicePort }: Place,
  limits: ConnectionLimits = CONNECTION_LIMITS,
) {
  const devices = createServer(serverOptions(limits), (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (devicePaths.has(path)) app.routing(request, response);
    else response.writeHead(404, DEVICE_HEADERS).end();
  });
  devices.on('clientError', endBadConnection(DEVICE_HEADERS));
  devices.on('checkExpectation', refuseExpectation(DEVICE_HEADERS));
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw startupError(error as NodeJS.ErrnoException, 'PORT', port);
  }
  const opened: Ports = {
    port: (app.server.address() as AddressInfo).port,
    devicePort: devicePort === undefined ? undefined : await open(devices, 'DEVICE_PORT', devicePort, host),
  };
  const close = async (): Promise<void> => {
    // Live streams never end by themselves.
    const hard = setTimeout(() => {
      app.server.closeAllConnections();
      devices.closeAllConnections();
    }, 1500);
    if (devices.listening) await new Promise((resolve) => devices.close(resolve));
    await app.close();
    clearTimeout(hard);
  };
  return { ...opened, close };
}
