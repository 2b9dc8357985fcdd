// A service that asks for a pause is left alone for that long; others are not affected.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { operatorFetch } from './operatorFetch.ts';

/** A service with the given answers, the last one for ever. */
async function service(...answers: [status: number, retryAfter?: string][]) {
  let requests = 0;
  const server: Server = createServer((_request, response) => {
    const [status, retryAfter] = answers[Math.min(requests++, answers.length - 1)]!;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { ask: () => operatorFetch(url, { mostBytes: 100 }), requests: () => requests };
}

test('waits as long as the service says, in seconds, without asking it', async () => {
  const { ask, requests } = await service([429, '1'], [200]);
  await expect(ask()).rejects.toThrow('HTTP 429');
  for (let n = 0; n < 5; n++) await expect(ask()).rejects.toThrow('it asked to wait another 1 s');
  expect(requests()).toBe(1);
  const other = await service([200]);
  expect(await other.ask()).toEqual({});
  await wait(1_050);
  expect(await ask()).toEqual({});
  expect(requests()).toBe(2);
});

test('understands dates, and takes no pause from what it cannot read', async () => {
  const dated = await service([503, new Date(Date.now() + 3600_000).toUTCString()]);
  await expect(dated.ask()).rejects.toThrow('HTTP 503');
  await expect(dated.ask()).rejects.toThrow(/wait another 3[56]\d\d s/);
  for (const odd of ['soon', '-5', new Date(0).toUTCString(), undefined]) {
    const { ask, requests } = await service([429, odd], [200]);
    await expect(ask()).rejects.toThrow('HTTP 429');
    expect(await ask()).toEqual({});
    expect(requests()).toBe(2);
  }
});
