// Claim: a gateway of the native protocol and an OpenDTU with the same microinverters, running in parallel, yield the same figures.
// Both report the counters of such inverters, whole watt-hours, and neither a status word nor a mode, for which OpenDTU has no topic; no other
// value is rounded, and everything is compared to the last digit. Not compared: names, and for the gateways themselves, of which one reports
// each minute and the other every five seconds, their upload interval and the time of their last report.
import { setTimeout as wait } from 'node:timers/promises';
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { openLink } from '@heliograph/simulator/gatewayLink.ts';
import { rowsAt } from '@heliograph/simulator/gatewayReports.ts';
import { counted, type DtuInverter } from '@heliograph/simulator/openDtu.ts';
import { playClock } from '@heliograph/simulator/play.ts';
import { playOpenDtu } from '@heliograph/simulator/playOpenDtu.ts';
import { readHistory } from '../server/src/samples/samples.ts';
import { ADMIN, freePort, openWorld, table } from './world.ts';

/** Duration in real time. */
const MINUTES = Number(process.argv[2] ?? 60);
const INVERTERS = 4;
const REPORT_S = 60;
const MINUTE = 60_000;

const startedMs = Date.now();
const endMs = startedMs + MINUTES * MINUTE;
const part = (share: number): number => startedMs + MINUTES * MINUTE * share;
/** Period in which the second inverter is out of reach; later both gateways are restarted. */
const outOfReach = { fromMs: part(0.35), toMs: part(0.42) };
// Just after an OpenDTU's round, because values received and not yet reported are lost in a restart; every five seconds, see playOpenDtu.ts.
const restartMs = Math.ceil(part(0.6) / 5_000) * 5_000 + 3_500;
/** Time for the last reports to be ingested. */
const settleMs = 10_000;

/** Placed at a longitude where it is before noon whenever the run starts: an hour of sun tests more than an hour of night. */
const hour = (startedMs / 3_600_000) % 24;
const site = {
  ...fleet(1, startedMs).find(({ key }) => key === 'amselweg')!,
  latitude: 30,
  longitude: Math.round(((11 - hour) * 15 + 540) % 360) - 180,
  timeZone: 'UTC',
};
const gateway = site.gateways[0]!;
const machines = gateway.machines.filter(({ kind }) => kind === 'microinverter').slice(0, INVERTERS);
/** The same inverters under different serial numbers, because a serial number belongs to one plant; of the form that OpenDTU uses, with letters. */
const serialOf = (prefix: '1161' | '1162', index: number): string => `${prefix}${machines[index]!.sn}`;
const inverters = machines.map(
  ({ firmware, hardware, ratedW, inputs }, index): DtuInverter => ({
    serial: serialOf('1161', index),
    name: `Inverter ${index + 1}`,
    firmware,
    hardware,
    inputs: inputs.length,
    ratedW,
    moduleW: inputs[0]!.moduleW,
  }),
);

const announce = (uptimeS: number): object => ({
  v: 1,
  at: Date.now(),
  kind: 'gateway',
  model: 'HG-1',
  intervalS: REPORT_S,
  uptimeS,
  devices: inverters.map(({ firmware, hardware, inputs }, index) => ({
    sn: serialOf('1162', index),
    kind: 'microinverter',
    firmware,
    hardware,
    inputs,
  })),
});

type Named = { sid: string; sn: string; day: string };
/** All calls that return figures of a plant or an inverter. */
const CALLS: readonly { path: Path; of: 'plant' | 'inverter'; body: (named: Named) => object }[] = [
  { path: 'site/overview', of: 'plant', body: ({ sid }) => ({ sid }) },
  { path: 'site/modules', of: 'plant', body: ({ sid }) => ({ sid }) },
  ...([1, 11] as const).map((types) => ({
    path: 'site/statistics/echarts' as const,
    of: 'plant' as const,
    body: ({ sid, day }: Named) => ({ sid, types, date: day }),
  })),
  ...([3, 5, 6] as const).map((types) => ({
    path: 'site/statistics/echarts' as const,
    of: 'plant' as const,
    body: ({ sid, day }: Named) => ({ sid, types, rangeDate: `${day}~${day}`, withMoney: true }),
  })),
  ...([1, 2] as const).map((types) => ({
    path: 'site/statistics/date' as const,
    of: 'plant' as const,
    body: ({ sid, day }: Named) => ({ sid, types, date: day }),
  })),
  { path: 'device/statistics/overview', of: 'inverter', body: ({ sn }) => ({ sn }) },
  { path: 'device/detail', of: 'inverter', body: ({ sid, sn }) => ({ sid, sn }) },
  ...([1, 11] as const).map((types) => ({
    path: 'device/statistics/echarts' as const,
    of: 'inverter' as const,
    body: ({ sn, day }: Named) => ({
      sn,
      types,
      date: day,
      lines: ['Production', 'AC Voltage', 'Temperature', 'Power_1'],
    }),
  })),
  {
    path: 'device/statistics/echarts',
    of: 'inverter',
    body: ({ sn, day }) => ({ sn, types: 3, rangeDate: `${day}~${day}` }),
  },
  ...([1, 2] as const).map((types) => ({
    path: 'device/statistics/date' as const,
    of: 'inverter' as const,
    body: ({ sn, day }: Named) => ({ sn, types, date: day }),
  })),
  { path: 'device/modules', of: 'inverter', body: ({ sn }) => ({ sn }) },
  { path: 'device/playback', of: 'inverter', body: ({ sn, day }) => ({ sn, types: 1, start: day }) },
  { path: 'device/history', of: 'inverter', body: ({ sn, day }) => ({ sn, start: day, end: day }) },
  { path: 'device/history/electricity', of: 'inverter', body: ({ sn, day }) => ({ sn, start: day, end: day }) },
  { path: 'device/alerts', of: 'plant', body: ({ sid }) => ({ sid }) },
];

/** Fields that describe gateways and their protocols, not the inverters. */
const NO_FIGURES = ['model', 'modelName', 'alias', 'expectedUploadS', 'staleAfterS', 'createdAt', 'createdAtIso'];
/** Times of the last report, for gateways and for plants, which inherit that of their gateway. */
const LAST_HEARD = ['lastUpdate', 'lastUpdateIso', 'lastUpdateTime', 'lastUpdateCal'];
/**
 * The time of a restart is the arrival of an announce, or of an OpenDTU's uptime, less the reported uptime in whole seconds: up to
 * one second late because of rounding, plus the transmission time.
 */
const RESTART_WITHIN_MS = 3_000;
/** Delay in seconds between a restart and its recorded time: native gateway, OpenDTU. */
let restartsLateS: readonly number[] = [];

const mqttPort = await freePort();
const world = await openWorld({ env: { MQTT_PORT: String(mqttPort) } });
try {
  await world.startServer();
  const token = (await post('sign-in', { account: ADMIN.email, password: ADMIN.password })).tokenInfo.token;
  const ask = <P extends Path>(path: P, body: Request<P> | object) => post(path, body, token);
  const native = await plantWith('GATEWAY1', 10_000);
  const dtu = await plantWith('OPENDTU1', 10_020);

  const measured: { index: number; atMs: number; q: Record<string, number> }[] = [];
  const stop = new AbortController();
  setTimeout(() => stop.abort(), endMs - Date.now());
  await Promise.all([
    playOpenDtu({
      broker: { host: '127.0.0.1', port: mqttPort },
      sn: dtu.gateway,
      password: dtu.password,
      inverters,
      measure(inverter, atMs) {
        const index = inverters.indexOf(inverter);
        if (index === 1 && atMs >= outOfReach.fromMs && atMs < outOfReach.toMs) return null;
        const row = rowsAt(site, gateway, atMs).find(({ sn }) => sn === machines[index]!.sn);
        if (!row) return null;
        const q = counted(row.q);
        measured.push({ index, atMs, q });
        return q;
      },
      // Starts now: a clock that starts before the set-up of the world would be late by that duration.
      clock: playClock(Date.now(), 1),
      signal: stop.signal,
      startsMs: [startedMs - 3_600_000, restartMs],
    }),
    playNative(native, measured, stop.signal),
  ]);
  await wait(settleMs);

  const differences = [...(await samplesDiffer(native, dtu)), ...(await figuresDiffer(native, dtu, ask))];
  table([
    {
      minutes: MINUTES,
      'samples measured': measured.length,
      'stored: native, OpenDTU': `${await stored(native, '1162')}, ${await stored(dtu, '1161')}`,
      'Wh today: native, OpenDTU': `${await today(native)}, ${await today(dtu)}`,
      'calls compared': CALLS.length,
      'figures that differ': differences.length,
      'restarts recorded late by, s': restartsLateS.join(', '),
    },
  ]);
  for (const difference of differences.slice(0, 40)) console.log(difference);
  process.exitCode = differences.length > 0 || measured.length === 0 ? 1 : 0;

  async function plantWith(gatewaySn: string, model: number): Promise<Plant> {
    const { sid, credentials } = await ask('site/createFast', {
      siteName: 'Beside',
      countryCode: site.countryCode,
      latitude: site.latitude,
      longitude: site.longitude,
      timezone: site.timeZone,
      currency: site.currency,
      electricityPrice: site.electricityPrice,
      feedInPrice: site.feedInPrice,
      powerMax: 3520,
      commissionDate: new Date(startedMs).toISOString().slice(0, 10),
      sn: [{ sn: gatewaySn, model }],
    });
    return { sid, gateway: gatewaySn, password: credentials[0].password };
  }
} finally {
  await world.close();
}

type Plant = { sid: string; gateway: string; password: string };

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
type Answer = any;

async function post(path: string, body: object, token = ''): Promise<Answer> {
  const answer = await fetch(`${world.url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lan: '6', ...(token === '' ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Answer };
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

/** Reports the measured values of the same inverters once a minute by the native protocol. */
async function playNative(
  { gateway: sn, password }: Plant,
  measured: readonly { index: number; atMs: number; q: Record<string, number> }[],
  signal: AbortSignal,
): Promise<void> {
  let sent = 0;
  for (const startMs of [startedMs, restartMs]) {
    const untilMs = startMs === startedMs ? restartMs : endMs;
    const link = await openLink({ host: '127.0.0.1', port: mqttPort }, sn, password);
    await link.publish('state', '{"online":true}');
    const uptimeS = Math.floor((Date.now() - startMs) / 1000) + (startMs === startedMs ? 3600 : 0);
    await link.publish('announce', JSON.stringify(announce(uptimeS)));
    while (Date.now() < untilMs) {
      const ms = Math.max(0, Math.min(Date.now() + REPORT_S * 1000, untilMs) - Date.now());
      await wait(ms, undefined, { signal }).catch(() => {});
      const devices = measured.slice(sent).map(({ index, atMs, q }) => ({ sn: serialOf('1162', index), at: atMs, q }));
      if (devices.length > 0) await link.publish('report', JSON.stringify({ v: 1, devices }));
      sent += devices.length;
    }
    if (startMs === startedMs) link.drop();
    else await link.close();
  }
}

async function historyOf(sid: string, sn: string): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for await (const columns of readHistory(world.sql, { sid, sn, fromMs: startedMs - MINUTE, toMs: Date.now() })) {
    for (const [row, atMs] of columns.atMs.entries()) {
      const q = Object.entries(columns.values).map(([name, column]) => [name, column[row]]);
      rows.set(new Date(atMs).toISOString(), JSON.stringify(Object.fromEntries(q.sort())));
    }
  }
  return rows;
}

async function samplesDiffer(native: Plant, dtu: Plant): Promise<string[]> {
  const differences: string[] = [];
  for (const index of machines.keys()) {
    const left = await historyOf(native.sid, serialOf('1162', index));
    const right = await historyOf(dtu.sid, serialOf('1161', index));
    for (const at of new Set([...left.keys(), ...right.keys()])) {
      if (left.get(at) !== right.get(at))
        differences.push(`sample ${index} ${at}: native ${left.get(at)}, OpenDTU ${right.get(at)}`);
    }
  }
  return differences;
}

async function stored({ sid }: Plant, prefix: '1161' | '1162'): Promise<number> {
  let count = 0;
  for (const index of machines.keys()) count += (await historyOf(sid, serialOf(prefix, index))).size;
  return count;
}

async function today({ sid }: Plant): Promise<number> {
  const [row] = await world.sql<{ wh: number }[]>`select today_wh as wh from site_live where sid = ${sid}`;
  return row!.wh;
}

async function figuresDiffer(
  native: Plant,
  dtu: Plant,
  ask: (path: Path, body: object) => Promise<Answer>,
): Promise<string[]> {
  const day = Temporal.Instant.fromEpochMilliseconds(endMs).toZonedDateTimeISO(site.timeZone).toPlainDate().toString();
  const differences: string[] = [];
  for (const { path, of, body } of CALLS) {
    for (const index of of === 'plant' ? [0] : machines.keys()) {
      const answers = await Promise.all(
        [{ plant: native, prefix: '1162' } as const, { plant: dtu, prefix: '1161' } as const].map(
          async ({ plant, prefix }) => {
            const answer = await ask(path, body({ sid: plant.sid, sn: serialOf(prefix, index), day }));
            return plain(answer, plant, prefix);
          },
        ),
      );
      const where = `${path} ${JSON.stringify(body({ sid: '', sn: String(index), day }))}`;
      differences.push(...differencesOf(answers[0], answers[1], where));
    }
  }
  return differences;
}

/** Returns an answer with the names replaced by which the two plants differ. */
function plain(answer: Answer, { sid, gateway: gatewaySn }: Plant, prefix: '1161' | '1162'): Answer {
  let text = JSON.stringify(answer).replaceAll(sid, 'SID').replaceAll(gatewaySn, 'GATEWAY');
  for (const index of machines.keys()) text = text.replaceAll(serialOf(prefix, index), `INVERTER${index}`);
  return JSON.parse(text);
}

function differencesOf(left: Answer, right: Answer, where: string): string[] {
  if (left?.code === 'restart' && right?.code === 'restart') {
    const apartMs = Math.abs(left.startMs - right.startMs);
    restartsLateS = [left, right].map(({ startMs }) => (startMs - restartMs) / 1000);
    return apartMs <= RESTART_WITHIN_MS ? [] : [`${where}: restarts ${apartMs} ms apart`];
  }
  if (typeof left === 'object' && left !== null && typeof right === 'object' && right !== null) {
    const ignored = left.sn === 'GATEWAY' || 'deviceList' in left ? [...NO_FIGURES, ...LAST_HEARD] : NO_FIGURES;
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].filter((key) => !ignored.includes(key));
    return keys.flatMap((key) => differencesOf(left[key], right[key], `${where}.${key}`));
  }
  return Object.is(left, right) ? [] : [`${where}: native ${JSON.stringify(left)}, OpenDTU ${JSON.stringify(right)}`];
}
