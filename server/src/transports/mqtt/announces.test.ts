// Announcements: which children join the plant and which are refused, intervals, kinds, restarts and time zones.
import { describe, expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../test/factories.ts';
import { connectDevice } from '../../../test/mqttDevices.ts';
import { mqttFixture } from '../../../test/mqttFixture.ts';
import { storedSamples } from '../../../test/readings.ts';
import { eventTexts } from '../../families/eventTexts.ts';
import { findReplayable } from '../../ingest/unclaimed/replayReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const {
  sql,
  ask,
  signedIn,
  context,
  port,
  clock,
  NOW,
  newSn,
  makeGateway,
  connectGateway,
  announcement,
  microinverter,
  row,
  report,
  readGateway,
} = await mqttFixture();

test('lets a child of another plant wait with an event in both plants and accepts the rest of the announcement', async () => {
  const gateway = await makeGateway();
  const elsewhere = await makeDevice(sql);
  const child = newSn('AC');
  const device = await connectGateway(gateway);
  const parent = { ...microinverter(gateway.sn), kind: 'meter' };
  await device.up(
    'announce',
    announcement([microinverter(elsewhere.sn), microinverter(child), parent, { sn: 'x' }, null]),
  );
  const there = await sql`select sn from devices where sid = ${gateway.sid} and removed_at is null order by sn`;
  expect(there.map(({ sn }) => sn)).toEqual([child, gateway.sn].sort());
  const open = () => sql`
    select sid, sn, detail, closed_at is null as open from events where code = 'refusedChild'
      and sid in (${gateway.sid}, ${elsewhere.sid}) order by sid = ${gateway.sid} desc`;
  expect(await open()).toEqual([
    { sid: gateway.sid, sn: gateway.sn, detail: { waiting: elsewhere.sn }, open: true },
    { sid: elsewhere.sid, sn: elsewhere.sn, detail: { gateway: gateway.sn }, open: true },
  ]);
  await device.up('announce', announcement([microinverter(elsewhere.sn), microinverter(child)]));
  expect(await open()).toHaveLength(2);
  await device.up('announce', announcement([microinverter(child)]));
  expect((await open()).map(({ open: isOpen }) => isOpen)).toEqual([false, false]);
});

test('lets a restricted child wait with an event that closes once the child is no longer announced', async () => {
  const gateway = await makeGateway();
  const device = await connectGateway(gateway);
  const [child, restricted] = [newSn('AC'), newSn('AC')];
  await sql`insert into serial_numbers (sn, restricted_at) values (${restricted}, now())`;
  await device.up('announce', announcement([microinverter(child), microinverter(restricted)]));
  const refusedEvents = () => sql<{ sn: string; detail: Record<string, string>; open: boolean }[]>`
    select sn, detail, closed_at is null as open from events where code = 'refusedChild' and sid = ${gateway.sid}`;
  const [event, ...more] = await refusedEvents();
  expect(more).toEqual([]);
  expect(event).toEqual({ sn: gateway.sn, detail: { waiting: restricted }, open: true });
  const words = eventTexts({ ...event!, code: 'refusedChild' }, { language: 'en', tellsSources: true });
  expect(words).toEqual({
    title: 'Announced devices not added',
    desc: `The gateway announced devices that are not added automatically: ${restricted}. The page of the gateway shows until when they wait. To add them now, enter their serial numbers.`,
  });
  await device.up('announce', announcement([microinverter(restricted), microinverter(child)]));
  expect(await refusedEvents()).toHaveLength(1);
  await device.up('announce', announcement([microinverter(child)]));
  expect(await refusedEvents()).toMatchObject([{ open: false }]);
});

test('ignores a meter that announces itself as its own child', async () => {
  const gateway = await makeGateway();
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([{ sn: gateway.sn, kind: 'meter' }], { kind: 'meter' }));
  const [found] = await sql`
    select d.gateway_sn, p.kind from devices d join products p on p.id = d.product_id where d.sid = ${gateway.sid} and d.sn = ${gateway.sn}`;
  expect(found).toEqual({ gatewaySn: '', kind: 'meter' });
  expect((await readGateway(gateway.sn))!.refused.child).toMatchObject({ count: 1 });
});

describe('a device attached to another one', () => {
  const gatewaysOf = async (sid: string) => {
    const rows = await sql<{ sn: string; gatewaySn: string }[]>`
      select sn, gateway_sn from devices where sid = ${sid} and removed_at is null`;
    return Object.fromEntries(rows.map(({ sn, gatewaySn }) => [sn, gatewaySn]));
  };
  const makeThree = async () => {
    const one = await makeGateway();
    const others = [await makeGateway({ sid: one.sid }), await makeGateway({ sid: one.sid })] as const;
    return [one, ...others] as const;
  };
  const sendAnnouncement = async (gateway: { sn: string; password: string }, ...children: { sn: string }[]) => {
    const device = await connectGateway(gateway);
    const devices = children.map(({ sn }) => ({ sn, kind: 'meter' }));
    await device.up('announce', announcement(devices, { kind: 'meter' }));
  };

  test('may not announce that one as its child, while its other children are accepted', async () => {
    const [one, two] = await makeThree();
    const child = newSn('CH');
    await sendAnnouncement(one, two);
    await sendAnnouncement(two, one, { sn: child });
    expect(await gatewaysOf(one.sid)).toMatchObject({ [one.sn]: '', [two.sn]: one.sn, [child]: two.sn });
    expect((await readGateway(two.sn))!.refused.child).toMatchObject({ count: 1, sn: one.sn });
    await sendAnnouncement(two, one, { sn: child });
    expect((await readGateway(two.sn))!.refused.child).toMatchObject({ count: 2 });
  });

  test('may not close a ring of three', async () => {
    const [one, two, three_] = await makeThree();
    await sendAnnouncement(one, two);
    await sendAnnouncement(two, three_);
    await sendAnnouncement(three_, one);
    expect(await gatewaysOf(one.sid)).toEqual({ [one.sn]: '', [two.sn]: one.sn, [three_.sn]: two.sn });
  });

  test('is detached from an existing ring by the next announcement', async () => {
    const [one, two] = await makeThree();
    await sql`update devices set gateway_sn = ${two.sn} where sid = ${one.sid} and sn = ${one.sn}`;
    await sql`update devices set gateway_sn = ${one.sn} where sid = ${one.sid} and sn = ${two.sn}`;
    await sendAnnouncement(one, two);
    expect(await gatewaysOf(one.sid)).toMatchObject({ [one.sn]: '', [two.sn]: one.sn });
  });
});

test.each([0, 0.5, 7200, -60, '60', {}, true])(
  'ignores the invalid interval %j and accepts the rest of the announcement',
  async (intervalS) => {
    const gateway = await makeGateway();
    const device = await connectGateway(gateway);
    const child = newSn('IV');
    await device.up('announce', announcement([microinverter(child)], { intervalS }));
    await device.up('report', report(row(child, 1)));
    expect((await storedSamples(sql, gateway.sid)).map(({ sn }) => sn)).toContain(child);
    const { refused, ignoredValues } = (await readGateway(gateway.sn))!;
    expect({ refused, ignoredValues }).toEqual({ refused: {}, ignoredValues: 1 });
    expect(await sql`select interval_s from gateways where sn = ${gateway.sn}`).toEqual([{ intervalS: null }]);
  },
);

test('keeps delayed rows of an unclaimed serial number and stores them at their own time once it is claimed', async () => {
  const sn = newSn('NEW');
  const children = [newSn('OLD'), newSn('OLD')] as const;
  const unclaimed = await connectDevice(port, { sn });
  // One child reports before it is announced.
  await unclaimed.up('report', report(row(children[0], 29 * 24 * 60)));
  await unclaimed.up('announce', announcement([microinverter(children[1])]));
  await unclaimed.up('report', report(row(children[1], 29 * 24 * 60)));
  const raw = await sql`select received_at from raw_reports where sn = any (${[...children]})`;
  expect([...raw]).toEqual([{ receivedAt: new Date(NOW) }, { receivedAt: new Date(NOW) }]);
  const serials = await sql`select first_seen_at, last_seen_at from serial_numbers where sn = any (${[...children]})`;
  for (const { firstSeenAt, lastSeenAt } of serials)
    expect([firstSeenAt, lastSeenAt]).toEqual([new Date(NOW), new Date(NOW)]);
  // As stored by an earlier version: at the row's own instant, without it in the body.
  const at = new Date(NOW - 60_000);
  await sql`
    insert into raw_reports (sn, received_at, path, body) select ${children[0]}, ${at}, path, convert_to(
      (convert_from(body, 'UTF8')::jsonb - 'atMs')::text, 'UTF8') from raw_reports where sn = ${children[0]}`;
  const { sid } = await makeGateway();
  for (const child of children) await makeDevice(sql, { sid, sn: child, product: 'Microinverter' });
  await findReplayable(context);
  await runSiteJobs(context);
  const stored = (await storedSamples(sql, sid)).map((sample) => [sample.sn, new Date(sample.at).getTime()]);
  const long = NOW - 29 * 86_400_000;
  expect(stored.sort()).toEqual([
    [children[0], long],
    [children[0], at.getTime()],
    [children[1], long],
  ]);
});

test('adds 255 of 256 announced children', async () => {
  const gateway = await makeGateway();
  const device = await connectGateway(gateway);
  const children = Array.from({ length: 256 }, () => microinverter(newSn('MANY')));
  await device.up('announce', announcement(children));
  const [row] =
    await sql`select count(*)::int as joined from devices where sid = ${gateway.sid} and gateway_sn = ${gateway.sn}`;
  expect(row!.joined).toBe(255);
});

test('applies the announced interval to the children', async () => {
  const gateway = await makeGateway();
  const child = newSn('AE');
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([microinverter(child)], { intervalS: 10 }));
  for (const minutes of [30, 25, 20, 15, 10, 5]) await device.up('report', report(row(child, minutes)));
  const live = () => sql`select upload_every_s from device_live where sid = ${gateway.sid} and sn = ${child}`;
  expect(await live()).toEqual([{ uploadEveryS: 10 }]);
  await device.up('announce', announcement([microinverter(child)], { intervalS: 900 }));
  let reports = 0;
  await expect
    .poll(async () => {
      await device.up('report', report(row(child, 4 - ++reports / 100)));
      return await live();
    })
    .toEqual([{ uploadEveryS: 900 }]);
});

test('stores the values of meters, batteries and hybrid inverters by their kind', async () => {
  const gateway = await makeGateway();
  const [meter, battery, hybrid] = [newSn('MT'), newSn('BT'), newSn('HY')];
  const device = await connectGateway(gateway);
  await device.up(
    'announce',
    announcement([
      { sn: meter, kind: 'meter', model: 'EM-3' },
      { sn: battery, kind: 'battery' },
      { sn: hybrid, kind: 'hybrid' },
    ]),
  );
  await device.up(
    'report',
    report(
      row(meter, 1, { powerW: -1500, exportWh: 12_000.5, l1VoltageV: 231.2 }),
      row(battery, 1, { powerW: -400, socPercent: 62 }),
      row(hybrid, 1, { powerW: 2400, batteryPowerW: -300 }),
    ),
  );
  const stored = await storedSamples(sql, gateway.sid);
  expect(stored.find(({ sn }) => sn === meter)).toMatchObject({
    gridPowerW: -1500,
    gridExportWh: 12_000.5,
    l1VoltageV: 231.2,
  });
  expect(stored.find(({ sn }) => sn === battery)).toMatchObject({ batteryPowerW: -400, batterySocPercent: 62 });
  expect(stored.find(({ sn }) => sn === hybrid)).toMatchObject({ powerW: 2400, batteryPowerW: -300 });
  // Only production counts as the plant's power.
  const [site] = await sql`select power_w::float8 as power_w from site_live where sid = ${gateway.sid}`;
  expect(site!.powerW).toBe(2400);
});

test('records a restart when the uptime starts over, and none for a new connection alone', async () => {
  const gateway = await makeGateway();
  const announceUptime = async (uptimeS?: number) => {
    const device = await connectGateway(gateway);
    await device.up('announce', { ...announcement([]), ...(uptimeS === undefined ? {} : { uptimeS }) });
    await device.client.endAsync();
  };
  const restarts = () =>
    sql`select opened_at, closed_at from events where sn = ${gateway.sn} and code = 'restart'`.then((rows) => [
      ...rows,
    ]);
  await announceUptime(7200);
  await announceUptime();
  await announceUptime(7230);
  expect(await restarts()).toEqual([]);
  await announceUptime(300);
  const at = new Date(clock.now().getTime() - 300_000);
  expect(await restarts()).toEqual([{ openedAt: at, closedAt: at }]);
  await announceUptime(302);
  expect(await restarts()).toHaveLength(1);
});

test('sends a changed time zone once to the connected gateways of the plant, and to no others', async () => {
  const [gateway, other] = [await makeGateway(), await makeGateway()];
  const devices = [await connectGateway(gateway), await connectGateway(other)] as const;
  const received: string[][] = [[], []];
  for (const [n, device] of devices.entries()) {
    device.client.on('message', (_, payload) =>
      received[n]!.push((JSON.parse(payload.toString()) as { timezone: string }).timezone),
    );
    await device.client.subscribeAsync(`hg/${[gateway, other][n]!.sn}/down/#`, { qos: 1 });
    await device.up('announce', announcement([]));
  }
  await expect.poll(() => received, { timeout: 5_000 }).toEqual([['Europe/Berlin'], ['Europe/Berlin']]);
  await readGateway(gateway.sn);
  const [site] = await sql<{ companyId: number }[]>`select company_id from sites where sid = ${gateway.sid}`;
  const token = await signedIn((await makeUser(sql, { companyId: site!.companyId })).id);
  const { sid, sn } = gateway;
  await ask('device/changeTimezone', { sid, sn, timezone: 'Europe/Lisbon' }, { token });
  await expect.poll(() => received[0], { timeout: 5_000 }).toEqual(['Europe/Berlin', 'Europe/Lisbon']);
  await ask('site/updateFast', { sid, timezone: 'Asia/Tokyo' }, { token });
  await expect.poll(() => received[0], { timeout: 5_000 }).toEqual(['Europe/Berlin', 'Europe/Lisbon', 'Asia/Tokyo']);
  await ask('site/updateFast', { sid, siteName: 'Moved' }, { token });
  await devices[0].up('announce', announcement([]));
  await expect.poll(() => received[0]!.length, { timeout: 5_000 }).toBe(4);
  expect(received).toEqual([['Europe/Berlin', 'Europe/Lisbon', 'Asia/Tokyo', 'Asia/Tokyo'], ['Europe/Berlin']]);
});

test('prefetches the state of accepted children, and not of refused ones', async () => {
  const gateway = await makeGateway();
  const elsewhere = await makeDevice(sql);
  const child = newSn('AC');
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([microinverter(elsewhere.sn), microinverter(child)]));
  await expect.poll(() => context.deviceStates.get(child)?.live.sid).toBe(gateway.sid);
  expect(context.deviceStates.get(elsewhere.sn)).toBeUndefined();
  await device.up('report', report(row(child, 1)));
  expect(await storedSamples(sql, gateway.sid, child)).toHaveLength(1);
});
