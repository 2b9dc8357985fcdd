// Detection of a lost and a restored connection, with a scripted server and a scripted browser.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, watchConnection } from './connection.ts';

let isServerUp = true;
let probes = 0;
let browser: EventTarget;
let connection: Connection;
let changes: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  isServerUp = true;
  probes = 0;
  changes = [];
  browser = new EventTarget();
  connection = watchConnection(async () => {
    probes++;
    return isServerUp ? { version: '1.0.0+aa' } : null;
  }, browser);
  connection.onChange(() => changes.push(connection.isLost()));
});
afterEach(() => {
  vi.useRealTimers();
});
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('a lost connection', () => {
  test('is reported when the browser goes offline, and ends when the server answers again', async () => {
    isServerUp = false;
    browser.dispatchEvent(new Event('offline'));
    expect(connection.isLost()).toBe(true);
    isServerUp = true;
    browser.dispatchEvent(new Event('online'));
    await settled();
    expect(changes).toEqual([true, false]);
  });
  test('is not reported when one call stays unanswered but the server answers the probe', async () => {
    connection.unanswered();
    await settled();
    expect(probes).toBe(1);
    expect(changes).toEqual([]);
  });
  test('is reported when the server does not answer the probe either', async () => {
    isServerUp = false;
    connection.unanswered();
    await settled();
    expect(changes).toEqual([true]);
  });
  test.each([502, 503, 504])('is reported when a proxy answers %i and the server does not answer', async (status) => {
    isServerUp = false;
    connection.answered(status);
    await settled();
    expect(changes).toEqual([true]);
  });
  test.each([200, 401, 404, 500])('is not reported after an answer with %i', async (status) => {
    isServerUp = false;
    connection.answered(status);
    await settled();
    expect([probes, changes]).toEqual([0, []]);
  });
  test('stays reported when the browser is online but the server does not answer', async () => {
    isServerUp = false;
    browser.dispatchEvent(new Event('offline'));
    browser.dispatchEvent(new Event('online'));
    await settled();
    expect(connection.isLost()).toBe(true);
  });
});

describe('a restored connection', () => {
  beforeEach(async () => {
    isServerUp = false;
    connection.unanswered();
    await settled();
    probes = 0;
  });
  test('is detected without user action, by probes at growing intervals', async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.isLost()).toBe(true);
    // After 1, 2, 4 and 8 seconds, then every 15.
    expect(probes).toBe(7);
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.isLost()).toBe(false);
    probes = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probes).toBe(0);
  });
  test('is reported after an answer to any call', () => {
    connection.answered(200);
    expect(connection.isLost()).toBe(false);
  });
  test('is detected when the page becomes visible again', async () => {
    isServerUp = true;
    browser.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(connection.isLost()).toBe(false);
  });
  test('resolves the pending promises of whenBack', async () => {
    let isResolved = false;
    void connection.whenBack().then(() => {
      isResolved = true;
    });
    await settled();
    expect(isResolved).toBe(false);
    connection.answered(200);
    await settled();
    expect(isResolved).toBe(true);
  });
});

test('the version is the current one of the server, and null while the server does not answer', async () => {
  expect(await connection.version()).toBe('1.0.0+aa');
  isServerUp = false;
  expect(await connection.version()).toBeNull();
});
