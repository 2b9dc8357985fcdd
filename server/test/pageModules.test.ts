// Generated from the contract: no reading call shows a role the content of a page module that it lacks, nor does a search reveal it.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { responseModuleParts } from '@heliograph/contract/pageModules.ts';
import { PAGE_MODULES, type PageModule } from '@heliograph/contract/permissions.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { foldAll } from './foldAll.ts';
import { makeDay, makeSample } from './readings.ts';
import { defOf, sampleOf } from './requestFields.ts';
import { testServer } from './testServer.ts';

const { ask, call, sql, signedIn, context } = await testServer();
const table = calls as Record<string, Call>;
const reading = Object.keys(table).filter(
  (path) => !table[path]!.changes && table[path]!.access !== 'public',
) as Path[];

const { companyId } = await makeUser(sql);
const sid = await makeSite(sql, { companyId, price: 0.7319, currency: 'CHF', name: 'Sunhill' });
await sql`update site_prices set feed_in_price = 0.0817 where sid = ${sid}`;
const { sn } = await makeDevice(sql, { sid, sn: '7ABCDEF0' });
await makeDevice(sql, { sid, sn: '7ABCDEF1', product: 'BDM-800' });
await sql`update devices set alias = 'East roof' where sid = ${sid} and sn = ${sn}`;
const other = await makeSite(sql, { companyId, name: 'Windhill', currency: 'CHF' });
await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 7000 });
await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 5000 });
await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 212.5 });
await sql`
  insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
  values (${sid}, '2026-06-15', 'fromGrid', true, 1000, 0, 0, 40000, 1, 0, 0, 0)`;

await sql`
  insert into limit_rules (sid, kind, price_of, below, limit_percent, safe_percent, set_at)
  values (${sid}, 'price', 'bought', 0.7319, 0, 100, now())`;

await foldAll(context);

/** Creates a role on all plants with every permission except these. */
async function roleWithout(...modules: PageModule[]): Promise<string> {
  const code = `without${modules.join('')}`;
  await sql`insert into roles (code, name, scope) values (${code}, ${code}, 'all')`;
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = ${code} and m.name <> all (${modules})`;
  const { id } = await makeUser(sql, { role: 'owner' });
  await sql`update memberships set role_id = (select id from roles where code = ${code}) where user_id = ${id}`;
  return await signedIn(id);
}
const everything = await roleWithout();
const without = {
  SiteMoney: await roleWithout('SiteMoney'),
  SiteBenefits: await roleWithout('SiteBenefits'),
  SiteDevices: await roleWithout('SiteDevices'),
} satisfies Record<PageModule, string>;

function bodyOf(path: Path): Record<string, unknown> {
  const known = {
    sid,
    sn,
    country: 'DE',
    types: 1,
    start: '2026-06-15',
    rangeDate: '2026-06-01~2026-06-15',
    lines: ['Production'],
    date: '2026-06-15',
    page: { size: 20, num: 0 },
    filters: {},
    sort: [],
    role_id: 1,
    id: '00000000-0000-4000-8000-000000000000',
    quantities: [],
    issuer: 'https://10.0.0.1',
    returns: '00000000-0000-4000-8000-000000000000',
  };
  return sampleOf(table[path]!.request, known) as Record<string, unknown>;
}

async function answerOf(path: Path, token: string, body = bodyOf(path)) {
  return (await call(path, body as never, { token })) as { status: number; code: number; data: unknown };
}

function valuesAt(within: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return [within];
  // An object that is left out as a whole, such as the problem of a healthy device.
  if (within === null) return [];
  if (key === '*') return (within as unknown[]).flatMap((row) => valuesAt(row, rest));
  return valuesAt((within as Record<string, unknown>)[key], rest);
}

/** Values visible only with the module; searched in the whole text of an answer. */
const SECRETS: Record<PageModule, RegExp> = {
  SiteMoney: /0\.7319|0\.0817|CHF|"[35]\.(66|12)"|"8\.78"/,
  // 12 kWh correspond to 5.64 kg of CO2.
  SiteBenefits: /"5\.64"|"0\.26"|"31\.3"|"200\.0"|"0\.007"/,
  SiteDevices: /7ABCDEF|East roof|BDM-\d/,
};
/** Calls whose answers contain only numbers and codes from the request, or without a plant. */
const OF_NO_PLANT = /^(common|product|auth|account|brand)\/|^device\/(list\/noReg|detailWifiOta)$/;

test('a role with the permission sees each value', async () => {
  for (const pageModule of PAGE_MODULES) {
    const answers = await Promise.all(reading.map(async (path) => JSON.stringify(await answerOf(path, everything))));
    expect(answers.filter((text) => SECRETS[pageModule].test(text)).length, pageModule).toBeGreaterThan(2);
  }
});

describe.each(PAGE_MODULES)('without %s', (pageModule) => {
  test.each(reading)('%s shows none of it and keeps its shape', async (path) => {
    const answer = await answerOf(path, without[pageModule]);
    const whole = await answerOf(path, everything);
    if (!OF_NO_PLANT.test(path)) expect(JSON.stringify(answer)).not.toMatch(SECRETS[pageModule]);
    if (answer.code !== 200) {
      // A call about one device has no other content.
      expect([pageModule, answer.code, answer.data]).toEqual(
        whole.code === answer.code ? [pageModule, whole.code, {}] : ['SiteDevices', 1006, {}],
      );
      return;
    }
    expect(table[path]!.response.safeParse(answer.data).success).toBe(true);
    const parts = responseModuleParts(table[path]!.response);
    for (const part of parts.filter((one) => one.pageModule === pageModule)) {
      for (const value of valuesAt(answer.data, part.path)) expect([part.path, value]).toEqual([part.path, part.empty]);
    }
    // Values of other modules are unchanged, unless a part of them belongs to this one.
    const own = parts.filter((one) => one.pageModule === pageModule);
    const holdsOwn = (path: readonly string[]) => own.some((one) => path.every((key, at) => one.path[at] === key));
    const others = parts.filter((one) => one.pageModule !== pageModule && one.path.length === 1);
    for (const part of others.filter(({ path: at }) => !holdsOwn(at))) {
      expect(valuesAt(answer.data, part.path)).toEqual(valuesAt(whole.data, part.path));
    }
  });
});

describe('without SiteDevices a search by device finds nothing', () => {
  const token = without.SiteDevices;
  test.each(['site/listWithSN', 'device/list'] as const)('%s', async (path) => {
    const found = async (filters: Record<string, unknown>) => JSON.stringify(await answerOf(path, token, { filters }));
    const nothing = await found({ sn: 'FFFFFFFF' });
    for (const filters of [
      { sn: '7ABCDEF0' },
      { sn: '7' },
      { model: '400' },
      { model: 'BDM-400' },
      { keywords: '7ABCDEF0' },
    ]) {
      expect(await found(filters)).toBe(nothing);
    }
    expect(await found({ keywords: 'roof' })).toBe(nothing);
  });

  test('a search by plant still works', async () => {
    const { list } = await ask('site/listWithSN', { filters: { keywords: 'hill' } }, { token });
    expect(list.map((row) => [row.siteName, row.sn, row.snCount, row.reporting])).toEqual([
      ['Sunhill', [], null, null],
      ['Windhill', [], null, null],
    ]);
    expect(list.map((row) => row.sid)).toEqual([sid, other]);
  });

  test('the order does not depend on how many devices report', async () => {
    const names = async (descending: boolean) => {
      const sort = [{ field: 'reporting' as const, descending }];
      return (await ask('site/listWithSN', { sort }, { token })).list.map(({ siteName }) => siteName);
    };
    expect(await names(true)).toEqual(await names(false));
  });

  test('existing and missing devices are refused with the same message', async () => {
    const ofOne = reading.filter(
      (one) => table[one]!.errors.includes('deviceNotFound') && !table[one]!.errors.includes('siteNotFound'),
    );
    for (const path of ofOne) {
      const body = bodyOf(path);
      const there = await answerOf(path, token, body);
      expect(there.code, path).toBe(1006);
      expect(await answerOf(path, token, { ...body, sn: 'FFFFFFFF' })).toEqual(there);
    }
  });
});

/** Field names that reveal a page module; a new field with one must be assigned. */
const TELLING: Partial<Record<PageModule, RegExp>> = {
  SiteMoney: /money|price|currency|economic|income|feedIn|profit/i,
  SiteBenefits: /^(co2|tree|car|light|oil)$/,
  SiteDevices: /^(sn|snCount|deviceList|deviceCount|reporting|mrCount|gatewayCount|total_plc|modules)$/,
};

function fieldsOf(schema: z.ZodType, path: string[] = []): string[][] {
  const { shape, element, innerType } = defOf(schema);
  if (shape)
    return Object.entries(shape).flatMap(([key, field]) => [[...path, key], ...fieldsOf(field, [...path, key])]);
  if (element) return fieldsOf(element, [...path, '*']);
  return innerType ? fieldsOf(innerType, path) : [];
}

test('every field with such a name belongs to its page module', () => {
  const stray = reading.flatMap((path) => {
    if (OF_NO_PLANT.test(path)) return [] as string[];
    const { response, errors } = table[path]!;
    const parts = responseModuleParts(response);
    return fieldsOf(response).flatMap((field) =>
      PAGE_MODULES.filter((pageModule) => TELLING[pageModule]?.test(field.at(-1)!))
        // A call about one device is refused completely.
        .filter((pageModule) => pageModule !== 'SiteDevices' || !errors.includes('deviceNotFound'))
        .filter(
          (pageModule) =>
            !parts.some((part) => part.pageModule === pageModule && part.path.every((key, n) => field[n] === key)),
        )
        .map((pageModule) => `${path} ${field.join('.')}: ${pageModule}`),
    );
  });
  expect(stray).toEqual([]);
});
