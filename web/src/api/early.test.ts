// The plant's first calls are under way before its page is there; each answer is taken once, and nobody else's page asks anything.
import { beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../session/session.ts';
import { askEarly, beginsWithChart, takeEarly } from './early.ts';

const SID = 'DE_20260101_abcdef';
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return globalThis.Response.json({ code: 200, msg: '', data: { sid: SID, of: url } });
  });
  startSession({ tokenInfo: { token: 'T' }, userInfo: { companyId: 1 } } as never);
});

test('of a plant overview and detail are asked for at once, and their answers taken once', async () => {
  askEarly({ pathname: '/pvPlant/detail', search: `?view=power&sid=${SID}` });
  expect(asked).toEqual(['/v2/site/overview', '/v2/site/detail']);
  expect(await takeEarly('site/overview', { sid: SID })).toMatchObject({ of: '/v2/site/overview' });
  expect(takeEarly('site/overview', { sid: SID })).toBeUndefined();
  expect(takeEarly('site/detail', { sid: 'DE_20260101_others' })).toBeUndefined();
  expect(await takeEarly('site/detail', { sid: SID })).toMatchObject({ of: '/v2/site/detail' });
});

test.each([
  ['', false],
  ['&view=overview', false],
  ['&view=power', true],
  ['&view=alerts', false],
])('what draws charts is wanted early where the view begins with one: "%s"', (view, isWanted) => {
  expect(beginsWithChart({ search: `?sid=${SID}${view}` })).toBe(isWanted);
  expect(askEarly({ pathname: '/pvPlant/detail', search: `?sid=${SID}${view}` })).toBe(true);
});

test("of a plant's overview its curve follows its figures, of the day that they say", async () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T23:30:00Z'), toFake: ['Date'] });
  const site = { sid: SID, timezone: 'Europe/Berlin', isNight: true, sunriseIso: '2026-07-03T05:00:00+02:00' };
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(`${url} ${body}`);
    return globalThis.Response.json({ code: 200, msg: '', data: site });
  });
  askEarly({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  vi.useRealTimers();
  expect(asked[2]).toBe(`/v2/site/statistics/echarts {"sid":"${SID}","types":1,"date":"2026-07-02"}`);
  expect(takeEarly('site/statistics/echarts', { sid: SID, types: 1, date: '2026-07-02' })).toBeDefined();
});

test.each([
  ['another page', '/pvPlant', `?sid=${SID}`],
  ['no plant', '/pvPlant/detail', ''],
  ['a plant that cannot be', '/pvPlant/detail', '?sid=../x'],
])('of %s nothing', (_, pathname, search) => {
  expect(askEarly({ pathname, search })).toBe(false);
  expect(asked).toEqual([]);
});

test('by nobody nothing', () => {
  endSession('signedOut');
  askEarly({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(asked).toEqual([]);
});

test('what failed is told to whoever takes it', async () => {
  vi.stubGlobal('fetch', async () => globalThis.Response.json({ code: 1001, msg: 'no', data: {} }));
  askEarly({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  await expect(takeEarly('site/overview', { sid: SID })).rejects.toThrow();
});
