// Gateways of bench/idle.ts, some thousands in one process: each signs in, pings once a minute, and sends nothing else.
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';
import { GATEWAY_PASSWORD, gatewayOf } from './fleet.ts';

export const MAX_A_SENDER = 10_000;
const AT_ONCE = 200;
const PING_EVERY_MS = 60_000;

if (import.meta.main) await send();

async function send(): Promise<void> {
  const [port, first, count, seconds] = process.argv.slice(2).map(Number) as [number, number, number, number];
  const pingsMs: number[] = [];
  let lost = 0;
  let isOver = false;
  const onClose = (): void => {
    if (!isOver) lost++;
  };
  const sockets: { socket: Socket; ping(): void }[] = [];
  for (let n = 0; n < count; n += AT_ONCE) {
    const opening = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, k) =>
      connectGateway(port, first + n + k, pingsMs, onClose),
    );
    sockets.push(...(await Promise.all(opening)));
  }
  process.stdout.write('connected\n');
  const endAt = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < endAt; n++) {
    sockets[n % count]!.ping();
    await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS / count));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  isOver = true;
  for (const { socket } of sockets) socket.destroy();
  console.log(JSON.stringify({ pingsMs, lost }));
}

async function connectGateway(port: number, gateway: number, pingsMs: number[], onClose: () => void) {
  const socket = connect({ host: '127.0.0.1', port });
  const sn = gatewayOf(gateway);
  const password = Buffer.from(GATEWAY_PASSWORD);
  socket.write(mqtt.generate({ cmd: 'connect', clientId: sn, username: sn, password, clean: true, keepalive: 120 }));
  const parser = mqtt.parser({ protocolVersion: 4 });
  let pingedAt = 0;
  await new Promise<void>((resolve, reject) => {
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) resolve();
      else if (packet.cmd === 'connack') reject(new Error(`refused: ${packet.returnCode}`));
      else if (packet.cmd === 'pingresp') pingsMs.push(performance.now() - pingedAt);
    });
    socket.on('data', (bytes) => parser.parse(bytes as Buffer));
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  socket.once('close', onClose);
  return {
    socket,
    ping() {
      pingedAt = performance.now();
      socket.write(mqtt.generate({ cmd: 'pingreq' }));
    },
  };
}
