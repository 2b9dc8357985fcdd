// Creates a plant with a hybrid and a meter and a history of five-minute samples, and calls its API.
import type { Context } from '../server/src/context.ts';
import { ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { addDays, type Day } from '../server/src/platform/calendar/rules/localDays.ts';
import { joinColumns } from '../server/src/samples/parts.ts';
import type { SampleColumns } from '../server/src/samples/samples.ts';
import { hybridDay, meterDay } from './homes.ts';
import { ADMIN, type World } from './world.ts';

const STEP_S = 300;
const DAY_MS = 86_400_000;
export const DEVICES = {
  hybrid: { product: 'Hybrid inverter', sn: 'HYBRID01', dayOf: hybridDay },
  meter: { product: 'Meter', sn: 'METER001', dayOf: meterDay },
};

export interface YearPlant {
  sid: string;
  token: string;
  first: Day;
  last: Day;
  /** Number of samples by serial number. */
  stored: Record<string, number>;
  ask(path: string, body: object, token?: string): Promise<Response>;
}

/** Creates the plant with samples of `days` days before today. */
export async function makeYearPlant({ url, sql }: World, days: number): Promise<YearPlant> {
  const ask = async (path: string, body: object, token = '') =>
    await fetch(`${url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6', ...(token && { authorization: token }) },
      body: JSON.stringify(body),
    });
  const signedIn = (await (await ask('sign-in', { account: ADMIN.email, password: ADMIN.password })).json()) as {
    data: { tokenInfo: { token: string } };
  };
  const { token } = signedIn.data.tokenInfo;
  const today = new Date().toISOString().slice(0, 10);
  const first = addDays(today, -days);
  const made = await ask(
    'site/createFast',
    {
      siteName: 'A year',
      countryCode: 'PT',
      city: 'Lisboa',
      latitude: 38.7,
      longitude: -9.1,
      timezone: 'UTC',
      currency: 'EUR',
      electricityPrice: 0.3,
      powerMax: 9_000,
      commissionDate: first,
      sn: await Promise.all(
        Object.values(DEVICES).map(async ({ product, sn }) => {
          const [row] = await sql<{ model: number }[]>`select model from products where name = ${product}`;
          return { sn, model: row!.model };
        }),
      ),
    },
    token,
  );
  const { data: site, msg } = (await made.json()) as { data: { sid: string }; msg: string };
  if (!site.sid) throw new Error(msg);
  const services = {
    sql,
    clock: { now: () => new Date() },
    nudges: { publish: () => {} },
    databaseHealth: { now: () => undefined },
  } as unknown as Pick<Context, 'sql' | 'clock' | 'nudges' | 'databaseHealth'>;
  const stored: Record<string, number> = {};
  for (const { sn, dayOf } of Object.values(DEVICES))
    stored[sn] = (await ingestHistory(services, [{ sn, columns: columnsOf(dayOf, first, days) }])).stored;
  await sql`vacuum analyze`;
  return { sid: site.sid, token, first, last: addDays(today, -1), stored, ask };
}

function columnsOf(dayOf: typeof hybridDay, first: Day, days: number): SampleColumns {
  const begin = Date.parse(first);
  return joinColumns(
    Array.from({ length: days }, (_, day) => {
      const columns = dayOf(1, day, STEP_S);
      const shift = begin + day * DAY_MS - Math.floor(columns.atMs[0]! / DAY_MS) * DAY_MS;
      return { ...columns, atMs: columns.atMs.map((ms) => ms + shift) };
    }),
  );
}
