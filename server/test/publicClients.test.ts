// The API as public client programs read it: they convert every figure to a number, ask in older forms, and check the token.
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import { figuresOf, unknownFigures } from '@heliograph/contract/figures.ts';
import { markedFields } from '@heliograph/contract/markedFields.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { makeSample } from './readings.ts';
import { testServer } from './testServer.ts';

const { call, ask, sql, signedIn } = await testServer();
const user = await makeUser(sql, { role: 'installer', email: 'ada@example.com' });
const token = await signedIn(user.id);
/** A plant whose device has never reported: most figures are unknown. */
const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });

interface Figures {
  [name: string]: unknown;
  /** Names of unknown figures. */
  unknown?: string[];
}

/** Asks as a program that knows nothing of this portal's own header. */
async function askAsClient<Answer extends Figures>(path: Path, body: object): Promise<Answer> {
  const { data } = await call(path, body as never, { token, headers: { [HEADERS.unknownAs]: '' } });
  return data as unknown as Answer;
}

interface List extends Figures {
  list: Figures[];
  total: number;
}

const bodies = {
  'site/listWithSN': {},
  'device/list': {},
  'device/detail': { sn },
  'site/overview': { sid },
  'site/modules': { sid },
  'device/statistics/overview': { sn },
  'device/statistics/date': { sn, types: 1 },
  'overview/overview': {},
  'overview/siteStatusCounts': {},
} as const;

/** Returns the objects with the figure at a path, and its name. */
function figuresAt(within: unknown, [key, ...rest]: readonly string[]): { holder: Figures; name: string }[] {
  if (typeof within !== 'object' || within === null || key === undefined) return [];
  if (key === '*') return (within as unknown[]).flatMap((row) => figuresAt(row, rest));
  const holder = within as Figures;
  return rest.length > 0 ? figuresAt(holder[key], rest) : [{ holder, name: key }];
}

test.each(Object.entries(bodies))('every figure of %s is a number, and unknown ones are named', async (path, body) => {
  const fields = figuresOf(calls[path as Path].response);
  const sent = await askAsClient(path as Path, body);
  const figures = fields.flatMap((field) => figuresAt(sent, field.path));
  for (const { holder, name } of figures) expect(Number.parseFloat(String(holder[name])), name).not.toBeNaN();
  const isUnknown = figures.map(({ holder, name }) => holder.unknown?.includes(name) ?? false);
  const honest = await ask(path as Path, body as never, { token });
  expect(isUnknown).toEqual(
    fields.flatMap((field) =>
      figuresAt(honest, field.path).map(({ holder, name }) => holder[name] === null || holder[name] === ''),
    ),
  );
  expect(isUnknown).toContain(true);
});

test('each object with figures has a field that names the unknown ones', () => {
  const holderOf = ({ path }: { path: readonly string[] }) => path.slice(0, -1).join('.');
  for (const [path, { response }] of Object.entries(calls)) {
    const naming = markedFields(response, (schema) => (schema === unknownFigures.unknown ? {} : undefined));
    expect([...new Set(figuresOf(response).map(holderOf))].toSorted(), path).toEqual(naming.map(holderOf).toSorted());
  }
});

test('counts page.page from 1, so that a program that reads pages until one is not full sees each device once', async () => {
  await makeDevice(sql, { sid });
  const seen: unknown[] = [];
  for (let page = 1; page < 5; page++) {
    const { list, total } = await askAsClient<List>('device/list', { page: { page, size: 1 } });
    expect(total).toBe(2);
    if (list.length === 0) break;
    seen.push(...list.map((row) => row.sn));
  }
  expect(new Set(seen).size).toBe(2);
  expect(seen).toHaveLength(2);
  const first = await askAsClient<List>('device/list', { page: { page: 0, size: 1 } });
  expect(first.list.map((row) => row.sn)).toEqual(seen.slice(0, 1));
  expect(await call('device/list', { page: { page: 'second' } } as never, { token })).toMatchObject({ code: 400 });
});

test('device/history takes a date: all samples of that day, the oldest first', async () => {
  const reporting = await makeDevice(sql, { sid });
  for (const [time, powerW] of [
    ['10:00', 1],
    ['10:05', 2],
    ['10:10', 3],
  ] as const)
    await makeSample(sql, { ...reporting, at: `2026-06-14T${time}:00Z`, powerW });
  const ofDate = await askAsClient<List>('device/history', { ...reporting, date: '2026-06-14' });
  const ofDays = await askAsClient<List>('device/history', { ...reporting, start: '2026-06-14', end: '2026-06-14' });
  expect(ofDate.list).toHaveLength(3);
  expect(ofDate.list).toEqual(ofDays.list.toReversed());
  expect(await call('device/history', { ...reporting } as never, { token })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('start'),
  });
});
