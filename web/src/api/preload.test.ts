// Preloading of a plant's first calls before its page is loaded: each answer is consumed once, and other pages preload nothing.
import { beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../session/session.ts';
import { beginsWithChart, consumePreload, preloadCalls } from './preload.ts';

const SID = 'DE_20260101_abcdef';
const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return globalThis.Response.json({ code: 200, msg: '', data: { sid: SID, of: url } });
  });
  startSession({ tokenInfo: { token: 'T' }, userInfo: { companyId: 1 } } as never);
});

test('the overview and detail of a plant are requested at once, and each answer is consumed once', async () => {
  preloadCalls({ pathname: '/pvPlant/detail', search: `?view=power&sid=${SID}` });
  expect(requests).toEqual(['/v2/site/overview', '/v2/site/detail']);
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
])('the chart code is preloaded where the view begins with a chart: "%s"', (view, isPreloaded) => {
  expect(beginsWithChart({ search: `?sid=${SID}${view}` })).toBe(isPreloaded);
  expect(preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}${view}` })).toBe(true);
});

const without = { show: false };
const energy = { home: without, grid: without, battery: without };
/** Figures of a plant that measures only its production. */
const answerWith = (site: object) =>
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    requests.push(`${url} ${body}`);
    return globalThis.Response.json({ code: 200, msg: '', data: { energy, ...site } });
  });
const curveRequest = (date: string) =>
  `/v2/site/statistics/echarts {"sid":"${SID}","types":1,"date":"${date}","withExpected":true}`;
/** A time of July 1, 2026 in the browser's own zone. */
const timeAt = (hour: number) => new Date(2026, 6, 1, hour, 30);

test("the overview requests the curve of the reader's day at once, and no second one when that is the plant's day", async () => {
  vi.useFakeTimers({ now: timeAt(12), toFake: ['Date'] });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  answerWith({ sid: SID, timezone: timeZone, isNight: false, sunriseIso: null });
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(requests[2]).toBe(curveRequest('2026-07-01'));
  await consumePreload('site/overview', { sid: SID });
  await new Promise((resolve) => setTimeout(resolve));
  vi.useRealTimers();
  expect(requests).toHaveLength(3);
  expect(
    consumePreload('site/statistics/echarts', { sid: SID, types: 1, date: '2026-07-01', withExpected: true }),
  ).toBeDefined();
});

test("when the plant's day differs, the curve of that day is requested after the figures", async () => {
  vi.useFakeTimers({ now: timeAt(12), toFake: ['Date'] });
  const sunriseIso = new Date(timeAt(12).getTime() + 3_600_000).toISOString();
  answerWith({ sid: SID, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, isNight: true, sunriseIso });
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  await vi.waitFor(() => expect(requests).toHaveLength(4));
  vi.useRealTimers();
  expect(requests.slice(2)).toEqual([curveRequest('2026-07-01'), curveRequest('2026-06-30')]);
  expect(
    consumePreload('site/statistics/echarts', { sid: SID, types: 1, date: '2026-06-30', withExpected: true }),
  ).toBeDefined();
});

test('before sunrise no day is likely, so the curve is requested after the figures', async () => {
  vi.useFakeTimers({ now: timeAt(3), toFake: ['Date'] });
  answerWith({ sid: SID, timezone: 'Europe/Berlin', isNight: false, sunriseIso: null });
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(requests).toHaveLength(2);
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  vi.useRealTimers();
});

test('another view requests no curve', () => {
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}&view=alerts` });
  expect(requests).toEqual(['/v2/site/overview', '/v2/site/detail']);
});

test.each([
  ['another page', '/pvPlant', `?sid=${SID}`],
  ['no plant', '/pvPlant/detail', ''],
  ['an invalid plant id', '/pvPlant/detail', '?sid=../x'],
])('nothing is requested for %s', (_, pathname, search) => {
  expect(preloadCalls({ pathname, search })).toBe(false);
  expect(requests).toEqual([]);
});

test('nothing is requested while nobody is signed in', () => {
  endSession('signedOut');
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  expect(requests).toEqual([]);
});

test('a failed preload rejects when it is consumed', async () => {
  vi.stubGlobal('fetch', async () => globalThis.Response.json({ code: 1001, msg: 'no', data: {} }));
  preloadCalls({ pathname: '/pvPlant/detail', search: `?sid=${SID}` });
  await expect(consumePreload('site/overview', { sid: SID })).rejects.toThrow();
});
