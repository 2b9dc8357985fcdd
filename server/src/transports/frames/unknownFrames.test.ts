// Unclaimed serial numbers: thousands of invented ones from many networks fill no table and do not keep out a new device.
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { bdm400, reportServer } from '../../../test/reportServer.ts';
import { pruneUnknown, UNCLAIMED_LIMITS } from '../../ingest/unclaimed/unclaimedLimits.ts';

const caps = { numbers: 400, numbersOfSource: 50, frames: 2_000, framesOfNumber: 300, rejected: 100, slack: 200 };
const { sql, clock, post } = await reportServer(caps);

const NEW_DEVICE = '0BADCAFE';
const INSTALLER = '203.0.113.7';
const invented = (n: number) => (0x40000000 + n).toString(16).toUpperCase();

const counts = async () => {
  const [row] = await sql<{ numbers: number; frames: number; rejected: number }[]>`
    select (select count(*)::int from serial_numbers) as numbers,
      (select count(*)::int from raw_reports where sn is not null) as frames,
      (select count(*)::int from raw_reports where sn is null) as rejected`;
  return row!;
};

test('keeps thousands of invented serial numbers under the caps and stores the new device of an installer', async () => {
  clock.set('2026-06-15T06:00:00Z');
  let max = { numbers: 0, frames: 0, rejected: 0 };
  let n = 0;
  for (let round = 0; round < 12; round++) {
    clock.forward(300);
    expect((await post(bdm400(NEW_DEVICE, { counterWh: round }), '/i.php', INSTALLER)).status).toBe(200);
    for (let batch = 0; batch < 5; batch++) {
      await Promise.all(
        Array.from({ length: 100 }, () => {
          n++;
          return post(bdm400(invented(n)), '/i.php', `2001:db8:${(n % 3_000).toString(16)}::1`);
        }),
      );
      await Promise.all(Array.from({ length: 20 }, (_, k) => post(new Uint8Array(60), '/i.php', `198.51.100.${k}`)));
      const now = await counts();
      max = {
        numbers: Math.max(max.numbers, now.numbers),
        frames: Math.max(max.frames, now.frames),
        rejected: Math.max(max.rejected, now.rejected),
      };
    }
  }
  expect(n).toBe(6_000);
  expect(max.numbers).toBeLessThanOrEqual(caps.numbers + 2 * caps.slack + 100);
  expect(max.frames).toBeLessThanOrEqual(caps.frames + 2 * caps.slack + 100);
  expect(max.rejected).toBeLessThanOrEqual(caps.rejected + 2 * caps.slack + 100);
  await pruneUnknown(sql, caps);
  const rest = await counts();
  expect(rest.numbers).toBeLessThanOrEqual(caps.numbers);
  expect(rest.frames).toBeLessThanOrEqual(caps.frames);
  expect(rest.rejected).toBeLessThanOrEqual(caps.rejected);
  const [stored] = await sql`select count(*)::int as frames from raw_reports where sn = ${NEW_DEVICE}`;
  expect(stored).toEqual({ frames: 12 });
});

test('keeps the frames of a device that nobody knows yet when forged ones under its number are many more', async () => {
  clock.set('2026-06-17T06:00:00Z');
  await sql`delete from raw_reports`;
  const [sn, forger] = ['0BADBEEF', '198.51.100.77'];
  for (let n = 0; n < 10; n++) {
    expect((await post(bdm400(sn, { counterWh: n }), '/i.php', INSTALLER)).status).toBe(200);
    await Promise.all(Array.from({ length: 40 }, () => post(bdm400(sn, { powerW: 1 }), '/i.php', forger)));
    clock.forward(60);
  }
  await pruneUnknown(sql, { ...UNCLAIMED_LIMITS, framesOfNumber: 100 });
  const rows = await sql`
    select address, count(*)::int as frames from raw_reports where sn = ${sn} group by address order by address`;
  expect(rows).toEqual([
    { address: forger, frames: 90 },
    { address: INSTALLER, frames: 10 },
  ]);
});

test('limits the new serial numbers of one source and still accepts a known device from there', async () => {
  clock.set('2026-06-16T06:00:00Z');
  await sql`delete from serial_numbers`;
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql) });
  const from = '198.51.100.200';
  const statuses = await Promise.all(
    Array.from({ length: 700 }, (_, k) => post(bdm400(invented(100_000 + k)), '/i.php', from)),
  );
  for (let k = 0; k < 100; k++) statuses.push(await post(bdm400(invented(200_000 + k)), '/i.php', from));
  expect(statuses.slice(700).every(({ status }) => status === 429)).toBe(true);
  expect((await post(bdm400(sn), '/i.php', from)).status).toBe(200);
  await pruneUnknown(sql, { ...UNCLAIMED_LIMITS, numbersOfSource: caps.numbersOfSource });
  const [row] = await sql`select count(*)::int as numbers from serial_numbers where sid is null`;
  expect(row).toEqual({ numbers: caps.numbersOfSource });
});
