// Requests without a token are limited per network. Sessions, devices, health checks, this machine and other networks are not affected.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { bdm400 } from '../../test/reportServer.ts';
import { testServer } from '../../test/testServer.ts';
import { ANONYMOUS_LIMIT } from './anonymousLimit.ts';

test('limits requests without a token from one network and affects nothing else', async () => {
  const { app, sql, signedIn, call } = await testServer();
  const token = await signedIn((await makeUser(sql)).id);
  const ask = async (url: string, remoteAddress: string, more: object = {}) =>
    await app.inject({ url, remoteAddress, ...more });
  const lan = { method: 'POST', payload: {} } as const;
  const statuses: number[] = [];
  // The bucket refills while this runs.
  for (let n = 0; n < 50 * ANONYMOUS_LIMIT.burst && statuses.at(-1) !== 429; n++) {
    // Addresses of one IPv6 network count as one.
    const address = `2001:db8:0:1::${n.toString(16)}`;
    statuses.push((await ask('/v2/common/lan', address, lan)).statusCode);
  }
  expect(statuses.slice(0, ANONYMOUS_LIMIT.burst)).toEqual(Array.from({ length: ANONYMOUS_LIMIT.burst }, () => 200));
  expect(statuses.at(-1)).toBe(429);

  const from = '2001:db8:0:1::ffff';
  for (const url of ['/', '/api', '/openapi.json']) {
    const refused = await ask(url, from, { headers: { accept: 'text/html' } });
    // It may have been refilled.
    if (refused.statusCode === 200) continue;
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([429, '5', 1000]);
    expect(refused.headers['x-content-type-options']).toBe('nosniff');
  }
  expect((await ask('/v2/common/lan', '2001:db8:0:2::1', lan)).statusCode).toBe(200);
  expect((await ask('/healthz', from)).statusCode).toBe(200);
  expect((await ask('/v2/common/lan', '127.0.0.1', lan)).statusCode).toBe(200);
  expect((await call('account/info', {}, { token, address: from })).code).toBe(200);
  const frame = Buffer.from(bdm400('20000001', { powerW: 150, counterWh: 1 }));
  const report = { method: 'POST', payload: frame } as const;
  expect((await ask('/i.php', from, report)).statusCode).toBe(200);
});
