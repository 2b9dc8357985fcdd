// Claim: a report of 50 plants for a year is generated as one PDF in under 20 s and as one XLSX in under 20 s, and the server's memory stays under 512 MB; the report of one plant takes under 1 s.
import { setTimeout as pause } from 'node:timers/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { readXlsx } from '../server/test/readXlsx.ts';
import { fillDays, fillSites, sidOf } from './fleet.ts';
import { ADMIN, openWorld, percentile, residentMb, table } from './world.ts';

const PLANTS = 50;
const DEVICES_EACH = 20;
const DAYS = 365;
const RUNS = 3;
const MAX_S = 20;
const MAX_ONE_MS = 1000;
const MAX_MB = 512;
const RUNS_OF_ONE = 20;

const world = await openWorld();
const rows: Record<string, string | number>[] = [];
let failed = false;
try {
  const { sql } = world;
  await world.startServer();
  await fillSites(sql, PLANTS, DEVICES_EACH);
  const today = new Date().toISOString().slice(0, 10);
  await fillDays(sql, { before: today, days: DAYS, deviceDays: DAYS, without: 0 });
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    select d.sid, d.sn, '4000', now() - n * interval '20 days', now() - n * interval '20 days' + interval '3 hours'
    from devices d cross join generate_series(1, 12) n`;
  await sql`vacuum analyze`;
  const ask = async (path: string, body: object, token = '') =>
    await fetch(`${world.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6', ...(token && { authorization: token }) },
      body: JSON.stringify(body),
    });
  const signedIn = (await (await ask('sign-in', { account: ADMIN.email, password: ADMIN.password })).json()) as {
    data: { tokenInfo: { token: string } };
  };
  const { token } = signedIn.data.tokenInfo;
  const daysBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const year = { from: daysBefore(DAYS), to: daysBefore(1) };
  const fileOf = async (body: object): Promise<Uint8Array> => {
    const answer = await ask('site/report/download', { ...year, ...body }, token);
    const type = answer.headers.get('content-type') ?? '';
    if (type.startsWith('application/json')) throw new Error(await answer.text());
    return new Uint8Array(await answer.arrayBuffer());
  };

  const singleMs: number[] = [];
  for (let n = 0; n < RUNS_OF_ONE; n++) {
    const from = performance.now();
    await fileOf({ sid: sidOf(n % PLANTS), format: 'pdf' });
    singleMs.push(performance.now() - from);
  }
  if (percentile(singleMs, 0.95) > MAX_ONE_MS) failed = true;
  rows.push({
    what: 'one plant, PDF',
    p50: `${percentile(singleMs, 0.5).toFixed(0)} ms`,
    p95: `${percentile(singleMs, 0.95).toFixed(0)} ms`,
  });

  for (const format of ['pdf', 'xlsx'] as const) {
    const seconds: number[] = [];
    let file: Uint8Array = new Uint8Array();
    const before = residentMb(world.serverPid());
    let peakMb = before;
    const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(world.serverPid()))), 50);
    for (let run = 0; run < RUNS; run++) {
      const from = performance.now();
      file = await fileOf({ format });
      seconds.push((performance.now() - from) / 1000);
      await pause(200);
    }
    clearInterval(watch);
    const names = Array.from({ length: PLANTS }, (_, n) => `Plant ${n}`);
    const text = format === 'pdf' ? await textOf(file) : textOfSheets(file);
    const missing = names.filter((name) => !text.includes(name));
    if (missing.length > 0) throw new Error(`${missing.join(', ')} not in the ${format}`);
    if (Math.max(...seconds) > MAX_S || peakMb > MAX_MB) failed = true;
    rows.push({
      what: `${PLANTS} plants of ${DEVICES_EACH} devices, ${DAYS} days, ${format}`,
      s: seconds.map((value) => value.toFixed(1)).join(', '),
      MB: (file.length / 1e6).toFixed(1),
      'server MB before, at most': `${before.toFixed(0)}, ${peakMb.toFixed(0)}`,
    });
  }
} finally {
  await world.close();
}
for (const row of rows) table([row]);
process.exit(failed ? 1 : 0);

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}

function textOfSheets(bytes: Uint8Array): string {
  return JSON.stringify(readXlsx(bytes).sheets);
}
