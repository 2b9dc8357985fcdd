// The sender of bench/reports.ts, a process of its own: JSON reports at fixed times whatever the answers, and how long each took.
import { connect } from 'node:net';
import { snOf } from './fleet.ts';

export const GATEWAYS = 1_000;
export const DEVICES_EACH = 10;

export interface SentReport {
  id: number;
  gateway: string;
  rows: {
    sn: string;
    at: number;
    statusBits: number;
    mode: number;
    powerW: number;
    gridVoltageV: number;
    frequencyHz: number;
    temperatureC: number;
    counterWh: number;
    input1PowerW: number;
    input1VoltageV: number;
    input1CurrentA: number;
    input2VoltageV: number;
    input2CurrentA: number;
  }[];
}

if (import.meta.main) await send();

async function send(): Promise<void> {
  const [path, perSecond, seconds] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
  const total = perSecond * seconds;
  const dueMs = new Float64Array(total);
  const latenciesMs: (number | null)[] = new Array(total).fill(null);
  let answered = 0;
  const socket = connect(path);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.setEncoding('utf8');
  let rest = '';
  let lastAnswerAt = performance.now();
  socket.on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    lastAnswerAt = performance.now();
    for (const line of lines) {
      latenciesMs[Number(line)] = lastAnswerAt - dueMs[Number(line)]!;
      answered++;
    }
  });
  const startMs = performance.now();
  const startAt = Date.now();
  for (let next = 0; next < total; ) {
    const now = performance.now() - startMs;
    let text = '';
    for (; next < total && (next * 1000) / perSecond <= now; next++) {
      // latency counts from when it was due, not from when a busy sender came to it
      dueMs[next] = startMs + (next * 1000) / perSecond;
      text += `${JSON.stringify(report(next, startAt + Math.round((next * 1000) / perSecond), perSecond))}\n`;
    }
    if (text !== '') socket.write(text);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  while (answered < total && performance.now() - lastAnswerAt < 10_000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  socket.end();
  console.log(JSON.stringify({ latenciesMs }));
}

/** The n-th of all reports; gateways take turns. Counters rise with the power, in the steps a device counts in. */
function report(n: number, at: number, perSecond: number): SentReport {
  const gateway = n % GATEWAYS;
  const turn = Math.floor(n / GATEWAYS);
  const rows: SentReport['rows'] = [];
  for (let d = 0; d < DEVICES_EACH; d++) {
    const device = gateway * DEVICES_EACH + d;
    const powerW = 150 + (device % 97) + ((turn * 7 + device) % 40) / 10;
    const madeWh = (turn * (GATEWAYS / perSecond) * (150 + (device % 97))) / 3600;
    rows.push({
      sn: snOf(device),
      at,
      statusBits: 0,
      mode: 6,
      powerW,
      gridVoltageV: 229 + ((turn * 3 + device) % 30) / 10,
      frequencyHz: 49.95 + ((turn + device) % 10) / 100,
      temperatureC: 31 + ((turn + device) % 60) / 10,
      counterWh: Math.round((50 + (device % 500) + Math.floor(madeWh / 0.2) * 0.2) * 10) / 10,
      input1PowerW: Math.round(powerW * 5.2) / 10,
      input1VoltageV: 33 + ((turn * 5 + device) % 20) / 10,
      input1CurrentA: Math.round(powerW / 3.4) / 10,
      input2VoltageV: 32 + ((turn * 9 + device) % 20) / 10,
      input2CurrentA: Math.round(powerW / 3.5) / 10,
    });
  }
  return { id: n, gateway: `GW${String(gateway).padStart(6, '0')}`, rows };
}
