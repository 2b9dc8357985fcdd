// Sender of bench/reports.ts in a process of its own: one connection per gateway, which announces its devices, then reports over MQTT at fixed times independent of acknowledgements, and the latency of each report.
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';
import { GATEWAY_PASSWORD, gatewayOf, snOf } from './fleet.ts';

export const GATEWAYS = 1_000;
export const DEVICES_EACH = 10;
/** Not used by a report, because a gateway sends some hundred reports at most. */
const ANNOUNCE_ID = 65_535;

if (import.meta.main) await send();

async function send(): Promise<void> {
  const [port, perSecond, seconds, rowsEach] = process.argv.slice(2).map(Number) as [number, number, number, number];
  const total = perSecond * seconds;
  const dueMs = new Float64Array(total);
  const latenciesMs: (number | null)[] = new Array(total).fill(null);
  let answered = 0;
  let lastAnswerAt = performance.now();
  const sockets = await Promise.all(
    Array.from({ length: GATEWAYS }, (_, gateway) =>
      connectGateway(port, gateway, (turn) => {
        const n = turn * GATEWAYS + gateway;
        lastAnswerAt = performance.now();
        latenciesMs[n] = lastAnswerAt - dueMs[n]!;
        answered++;
      }),
    ),
  );
  process.stdout.write('connected\n');
  const startMs = performance.now();
  const startAt = Date.now();
  for (let next = 0; next < total; ) {
    const now = performance.now() - startMs;
    for (; next < total && (next * 1000) / perSecond <= now; next++) {
      // latency counts from when it was due, not from when a busy sender came to it
      dueMs[next] = startMs + (next * 1000) / perSecond;
      const payload = JSON.stringify(
        report(next, startAt + Math.round((next * 1000) / perSecond), perSecond, rowsEach),
      );
      const gateway = next % GATEWAYS;
      const messageId = Math.floor(next / GATEWAYS) + 1;
      sockets[gateway]!.write(
        mqtt.generate({
          cmd: 'publish',
          topic: `hg/${gatewayOf(gateway)}/up/report`,
          payload,
          qos: 1,
          dup: false,
          retain: false,
          messageId,
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  while (answered < total && performance.now() - lastAnswerAt < 10_000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const socket of sockets) socket.destroy();
  console.log(JSON.stringify({ latenciesMs }));
}

/** Returns the announce that every gateway sends when it connects: its devices and the kind of each. */
function announcePacket(gateway: number): Buffer {
  const devices = Array.from({ length: DEVICES_EACH }, (_, d) => ({
    sn: snOf(gateway * DEVICES_EACH + d),
    kind: 'microinverter',
    firmware: '1.0.0',
    hardware: '1',
    inputs: 2,
  }));
  const head = { kind: 'gateway', model: 'HG-1', hardware: '2.1', firmware: '1.8.0', intervalS: 60 };
  return mqtt.generate({
    cmd: 'publish',
    topic: `hg/${gatewayOf(gateway)}/up/announce`,
    payload: JSON.stringify({ v: 1, at: Date.now(), ...head, devices }),
    qos: 1 as const,
    dup: false,
    retain: false,
    messageId: ANNOUNCE_ID,
  });
}

/** Resolves when the gateway is connected and its announce acknowledged; `onAcknowledged` is called with the index of each acknowledged report. */
async function connectGateway(port: number, gateway: number, onAcknowledged: (turn: number) => void): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  const sn = gatewayOf(gateway);
  socket.write(
    mqtt.generate({
      cmd: 'connect',
      clientId: sn,
      username: sn,
      password: Buffer.from(GATEWAY_PASSWORD),
      clean: true,
      keepalive: 0,
    }),
  );
  const parser = mqtt.parser({ protocolVersion: 4 });
  const ready = new Promise<void>((resolve, reject) => {
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack') {
        if (packet.returnCode === 0) socket.write(announcePacket(gateway));
        else reject(new Error(`refused: ${packet.returnCode}`));
      } else if (packet.cmd === 'puback') {
        if (packet.messageId === ANNOUNCE_ID) resolve();
        else onAcknowledged(packet.messageId! - 1);
      }
    });
  });
  socket.on('data', (bytes) => parser.parse(bytes as Buffer));
  await ready;
  return socket;
}

/** Returns the n-th of all reports, with the gateways in turn. Counters rise with the power, in the steps of a device. */
function report(n: number, at: number, perSecond: number, rowsEach: number): object {
  const gateway = n % GATEWAYS;
  const turn = Math.floor(n / GATEWAYS);
  const devices: object[] = [];
  for (let d = 0; d < rowsEach; d++) {
    const device = gateway * DEVICES_EACH + d;
    const powerW = 150 + (device % 97) + ((turn * 7 + device) % 40) / 10;
    const producedWh = (turn * (GATEWAYS / perSecond) * (150 + (device % 97))) / 3600;
    const q = {
      powerW,
      gridVoltageV: 229 + ((turn * 3 + device) % 30) / 10,
      frequencyHz: 49.95 + ((turn + device) % 10) / 100,
      temperatureC: 31 + ((turn + device) % 60) / 10,
      counterWh: Math.round((50 + (device % 500) + Math.floor(producedWh / 0.2) * 0.2) * 10) / 10,
      input1PowerW: Math.round(powerW * 5.2) / 10,
      input1VoltageV: 33 + ((turn * 5 + device) % 20) / 10,
      input1CurrentA: Math.round(powerW / 3.4) / 10,
      input2VoltageV: 32 + ((turn * 9 + device) % 20) / 10,
      input2CurrentA: Math.round(powerW / 3.5) / 10,
    };
    devices.push({ sn: snOf(device), at, status: '0000', mode: 6, q });
  }
  return { v: 1, devices };
}
