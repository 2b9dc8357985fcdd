// The plant's first calls are under way before its page is there; each answer is taken once, and nobody else's page asks anything.
import { beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../session/session.ts';
import { beginsWithChart, consumePreload, preloadCalls } from './preload.ts';

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
  preloadCalls({ pathname: '/pvPlant/detail', search: `?view=power&sid=${SID}` });
  expect(asked).toEqual(['/v2/site/overview', '/v2/site/detail']);
  expect(await consumePreload('site/overview', { sid: SID })).toMatchObject({ of: '/v2/site/overview' });
  expect(consumePreload('site/overview', { sid: SID })).toBeUndefined();
  expect(consumePreload('site/detail', { sid: 'DE_20260101_others' })).toBeUndefined();
  expect(await consumePreload('site/detail', { sid: SID })).toMatchObject({ of: '/v2/site/detail' });
});

test.each([
  ['', false],
  ['&view=overview', false],
  ['&view=power', true],
  ['&view=alerts', false],
])('what draws charts is wanted early where the view begins with one: "%s"', (view, isWanted) => {
  expect(beginsWithChart({ search: `?sid=${SID}${view}` })).toBe(isWanted);
  expect(preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}${view}` })).toBe(true);
});

const answerWith = (site: object) =>
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(`${url} ${body}`);
    return globalThis.Response.json({ code: 200, msg: '', data: site });
  });
const curveOfDay = (date: string) =>
  `/v2/site/statistics/echarts {"sid":"${SID}","types":1,"date":"${date}","withExpected":true}`;
/** A day of the browser's, whatever its zone. */
const at = (hour: number) => new Date(2026, 6, 1, hour, 30);

test("of a plant's overview its curve is asked for at once, of the reader's day, and once when that is the plant's", async () => {
  vi.useFakeTimers({ now: at(12), toFake: ['Date'] });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  answerWith({ sid: SID, timezone: timeZone, isNight: false, sunriseIso: null });
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(asked[2]).toBe(curveOfDay('2026-07-01'));
  await consumePreload('site/overview', { sid: SID });
  await new Promise((later) => setTimeout(later));
  vi.useRealTimers();
  expect(asked).toHaveLength(3);
  expect(
    consumePreload('site/statistics/echarts', { sid: SID, types: 1, date: '2026-07-01', withExpected: true }),
  ).toBeDefined();
});

test('where the plant has another day, its curve follows its figures, of the day that they say', async () => {
  vi.useFakeTimers({ now: at(12), toFake: ['Date'] });
  const sunriseIso = new Date(at(12).getTime() + 3_600_000).toISOString();
  answerWith({ sid: SID, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, isNight: true, sunriseIso });
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  vi.useRealTimers();
  expect(asked.slice(2)).toEqual([curveOfDay('2026-07-01'), curveOfDay('2026-06-30')]);
  expect(
    consumePreload('site/statistics/echarts', { sid: SID, types: 1, date: '2026-06-30', withExpected: true }),
  ).toBeDefined();
});

test('before sunrise no day is likely: the curve waits for the figures', async () => {
  vi.useFakeTimers({ now: at(3), toFake: ['Date'] });
  answerWith({ sid: SID, timezone: 'Europe/Berlin', isNight: false, sunriseIso: null });
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(asked).toHaveLength(2);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  vi.useRealTimers();
});

test('of another view no curve is asked for', () => {
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}&view=alerts` });
  expect(asked).toEqual(['/v2/site/overview', '/v2/site/detail']);
});

test.each([
  ['another page', '/pvPlant', `?sid=${SID}`],
  ['no plant', '/pvPlant/detail', ''],
  ['a plant that cannot be', '/pvPlant/detail', '?sid=../x'],
])('of %s nothing', (_, pathname, search) => {
  expect(preloadCalls({ pathname, search })).toBe(false);
  expect(asked).toEqual([]);
});

test('by nobody nothing', () => {
  endSession('signedOut');
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(asked).toEqual([]);
});

test('what failed is told to whoever takes it', async () => {
  vi.stubGlobal('fetch', async () => globalThis.Response.json({ code: 1001, msg: 'no', data: {} }));
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  await expect(consumePreload('site/overview', { sid: SID })).rejects.toThrow();
});
