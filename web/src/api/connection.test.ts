// When the connection counts as lost and as back, with a server that answers as told and a browser that says what it is told.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, watchConnection } from './connection.ts';

let isThere = true;
let asked = 0;
let browser: EventTarget;
let connection: Connection;
let changes: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  isThere = true;
  asked = 0;
  changes = [];
  browser = new EventTarget();
  connection = watchConnection(async () => {
    asked++;
    return isThere ? { version: '1.0.0+aa' } : null;
  }, browser);
  connection.onChange(() => changes.push(connection.isLost()));
});
afterEach(() => {
  vi.useRealTimers();
});
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('lost', () => {
  test('as soon as the browser says so, and back when the server answers again', async () => {
    isThere = false;
    browser.dispatchEvent(new Event('offline'));
    expect(connection.isLost()).toBe(true);
    isThere = true;
    browser.dispatchEvent(new Event('online'));
    await settled();
    expect(changes).toEqual([true, false]);
  });
  test('not because one call had no answer while the server gives others', async () => {
    connection.unanswered();
    await settled();
    expect(asked).toBe(1);
    expect(changes).toEqual([]);
  });
  test('when the server does not answer the question either', async () => {
    isThere = false;
    connection.unanswered();
    await settled();
    expect(changes).toEqual([true]);
  });
  test.each([502, 503, 504])('when a proxy says %i and the server is silent', async (status) => {
    isThere = false;
    connection.answered(status);
    await settled();
    expect(changes).toEqual([true]);
  });
  test.each([200, 401, 404, 500])('not by an answer with %i', async (status) => {
    isThere = false;
    connection.answered(status);
    await settled();
    expect([asked, changes]).toEqual([0, []]);
  });
  test('on the network, but the server is not there: still lost', async () => {
    isThere = false;
    browser.dispatchEvent(new Event('offline'));
    browser.dispatchEvent(new Event('online'));
    await settled();
    expect(connection.isLost()).toBe(true);
  });
});

describe('back', () => {
  beforeEach(async () => {
    isThere = false;
    connection.unanswered();
    await settled();
    asked = 0;
  });
  test('is noticed without anyone doing anything, and asked for less and less often', async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.isLost()).toBe(true);
    // After 1, 2, 4 and 8 seconds, then every 15.
    expect(asked).toBe(7);
    isThere = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.isLost()).toBe(false);
    asked = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(0);
  });
  test('by any answer of any call', () => {
    connection.answered(200);
    expect(connection.isLost()).toBe(false);
  });
  test('when the page is looked at again', async () => {
    isThere = true;
    browser.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(connection.isLost()).toBe(false);
  });
  test('ends the waiting of those who wait', async () => {
    let waited = false;
    void connection.whenBack().then(() => {
      waited = true;
    });
    await settled();
    expect(waited).toBe(false);
    connection.answered(200);
    await settled();
    expect(waited).toBe(true);
  });
});

test('the version is the one the server tells now; unknown while it is silent', async () => {
  expect(await connection.version()).toBe('1.0.0+aa');
  isThere = false;
  expect(await connection.version()).toBeNull();
});
