// Claim: the first price by the hour costs work for its days only, not for the plant's whole history: 20 devices, five years of five-minute samples.
import { setTimeout as wait } from 'node:timers/promises';
import { ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { createServices } from '../server/src/services.ts';
import { snOf } from './fleet.ts';
import { DAY_S, END_DAY, historyOf } from './workload.ts';
import { ADMIN, openWorld, table } from './world.ts';

const DEVICES = Number(process.argv[2] ?? 20);
const DAYS = Number(process.argv[3] ?? 1826);

const FLAT = { validFrom: '2000-01-01', kind: 'flat', price: 0.3, feedInPrice: 0.08 };
const NIGHT = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 };
const byHourFrom = (validFrom: string) => ({ ...FLAT, validFrom, kind: 'timeOfUse', periods: [NIGHT] });

const rows: Record<string, string | number>[] = [];
const world = await openWorld();
try {
  const { sql } = world;
  await world.startServer();
  const post = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(`${world.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6', ...headers },
      body: JSON.stringify(body),
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const { tokenInfo } = await post<{ tokenInfo: { token: string } }>('sign-in', {
    account: ADMIN.email,
    password: ADMIN.password,
  });
  const authorization = tokenInfo.token;
  const [product] = await sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const plant = { siteName: 'Plant', countryCode: 'DE', timezone: 'Europe/Berlin', currency: 'EUR', city: 'Konstanz' };
  const sn = Array.from({ length: DEVICES }, (_, device) => ({ sn: snOf(device), model: product!.model }));
  const { sid } = await post<{ sid: string }>(
    'site/createFast',
    { ...plant, latitude: 47, longitude: 5, powerMax: 400 * DEVICES, electricityPrice: 0.3, sn },
    { authorization },
  );
  for (let device = 0; device < DEVICES; device++)
    await ingestHistory({ sql, clock: { now: () => new Date() }, ...createServices(sql) }, [
      { sn: snOf(device), columns: historyOf(device, DAYS) },
    ]);
  const dayAgo = (days: number) => new Date((END_DAY - days) * DAY_S * 1000).toISOString().slice(0, 10);
  // The last one costs as much as a plant that moves.
  for (const days of [1, 31, 366, DAYS].filter((one) => one <= DAYS)) {
    await sql`update sites set hours_from = null where sid = ${sid}`;
    await sql`update device_live set hours_from = null, version = version + 1 where sid = ${sid}`;
    const began = performance.now();
    const list = [FLAT, byHourFrom(dayAgo(days))];
    await post('site/prices/setUp', { sid, list, rewrite: true }, { authorization });
    const answeredMs = performance.now() - began;
    while ((await sql`select from site_jobs where sid = ${sid}`).length > 0) await wait(10);
    const doneMs = performance.now() - began;
    const [stored] = await sql<{ days: number }[]>`
      select count(*)::int as days from device_days where sid = ${sid} and hours is not null`;
    if (stored!.days < days * DEVICES) throw new Error(`${stored!.days} days have their hours`);
    rows.push({
      'price of the last': `${days} days`,
      'answered after ms': answeredMs.toFixed(0),
      'done after s': (doneMs / 1000).toFixed(2),
    });
    table(rows.slice(-1));
  }
  table(rows);
} finally {
  await world.close();
}
