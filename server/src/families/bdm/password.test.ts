// The test vectors of docs/devices/bdm-password.md, which device makers check their implementation against.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bdmPassword, deviceKey } from './password.ts';

const page = readFileSync(`${import.meta.dirname}/../../../../docs/devices/bdm-password.md`, 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \| `(\w{64})` \| `(\d{8})` \|$/gm)];
const secret = Buffer.from(/secret `([0-9a-f]{64})`/.exec(page)![1]!, 'hex');

test('the document has test vectors', () => expect(rows.length).toBeGreaterThanOrEqual(4));

test.each(rows.map(([, ...row]) => row as [string, string, string, string, string]))(
  'derives key and password of %s with steps of %s s, step %s',
  (sn, seconds, step, key, password) => {
    expect(deviceKey({ secret, sn }).toString('hex')).toBe(key);
    expect(bdmPassword({ secret, sn, seconds: Number(seconds), step: Number(step) })).toBe(password);
  },
);
