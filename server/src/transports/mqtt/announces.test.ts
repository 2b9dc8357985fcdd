import { describe, expect, test } from 'vitest';
import { doorWorld } from '../../../test/doorWorld.ts';
import { makeDevice, makeUser } from '../../../test/factories.ts';
import { connectDevice } from '../../../test/mqttDevices.ts';
import { storedSamples } from '../../../test/readings.ts';
import { eventWords } from '../../families/eventTexts.ts';
import { findKept } from '../../ingest/unclaimed/replayReports.ts';
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
  claimed,
  connected,
  announce,
  micro,
  row,
  report,
  gatewayRow,
} = await doorWorld();

test('a child of another plant is refused and told in both plants, nothing else of the announce is lost', async () => {
  const gateway = await claimed();
  const elsewhere = await makeDevice(sql);
  const child = newSn('AC');
  const device = await connected(gateway);
  const parent = { ...micro(gateway.sn), kind: 'meter' };
  await device.up('announce', announce([micro(elsewhere.sn), micro(child), parent, { sn: 'x' }, null]));
  const there = await sql`select sn from devices where sid = ${gateway.sid} and removed_at is null order by sn`;
  expect(there.map(({ sn }) => sn)).toEqual([child, gateway.sn].sort());
  const open = () => sql`
    select sid, sn, detail, closed_at is null as open from events where code = 'refusedChild'
      and sid in (${gateway.sid}, ${elsewhere.sid}) order by sid = ${gateway.sid} desc`;
  expect(await open()).toEqual([
    { sid: gateway.sid, sn: gateway.sn, detail: { children: elsewhere.sn }, open: true },
    { sid: elsewhere.sid, sn: elsewhere.sn, detail: { gateway: gateway.sn }, open: true },
  ]);
  await device.up('announce', announce([micro(elsewhere.sn), micro(child)]));
  expect(await open()).toHaveLength(2);
  await device.up('announce', announce([micro(child)]));
  expect((await open()).map(({ open: isOpen }) => isOpen)).toEqual([false, false]);
});

test('a child that is restricted is refused and told as such, until it is announced no more', async () => {
  const gateway = await claimed();
  const device = await connected(gateway);
  const [child, restricted] = [newSn('AC'), newSn('AC')];
  await sql`insert into serial_numbers (sn, restricted_at) values (${restricted}, now())`;
  await device.up('announce', announce([micro(child), micro(restricted)]));
  const told = () => sql<{ sn: string; detail: Record<string, string>; open: boolean }[]>`
    select sn, detail, closed_at is null as open from events where code = 'refusedChild' and sid = ${gateway.sid}`;
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(event).toEqual({ sn: gateway.sn, detail: { restricted }, open: true });
  const words = eventWords({ ...event!, code: 'refusedChild' }, { language: 'en', tellsSources: true });
  expect(words).toEqual({
    title: 'Announced device refused',
    desc: `Refused, as their serial numbers are restricted: ${restricted}. Their values are not taken.`,
  });
  await device.up('announce', announce([micro(restricted), micro(child)]));
  expect(await told()).toHaveLength(1);
  await device.up('announce', announce([micro(child)]));
  expect(await told()).toMatchObject([{ open: false }]);
});

test('what announces itself is its own child no more than a gateway: a meter that does is there without it', async () => {
  const gateway = await claimed();
  const device = await connected(gateway);
  await device.up('announce', announce([{ sn: gateway.sn, kind: 'meter' }], { kind: 'meter' }));
  const [found] = await sql`
    select d.gateway_sn, p.kind from devices d join products p on p.id = d.product_id where d.sid = ${gateway.sid} and d.sn = ${gateway.sn}`;
  expect(found).toEqual({ gatewaySn: '', kind: 'meter' });
  expect((await gatewayRow(gateway.sn))!.refused.child).toMatchObject({ count: 1 });
});

describe('who hangs on a device does not have it hang on itself', () => {
  const hangingOn = async (sid: string) => {
    const rows = await sql<{ sn: string; gatewaySn: string }[]>`
      select sn, gateway_sn from devices where sid = ${sid} and removed_at is null`;
    return Object.fromEntries(rows.map(({ sn, gatewaySn }) => [sn, gatewaySn]));
  };
  const three = async () => {
    const one = await claimed();
    const others = [await claimed({ sid: one.sid }), await claimed({ sid: one.sid })] as const;
    return [one, ...others] as const;
  };
  const announces = async (gateway: { sn: string; password: string }, ...children: { sn: string }[]) => {
    const device = await connected(gateway);
    const devices = children.map(({ sn }) => ({ sn, kind: 'meter' }));
    await device.up('announce', announce(devices, { kind: 'meter' }));
  };

  test('two that announce each other: the first one’s word holds, the other’s is counted, and its other devices are taken', async () => {
    const [one, two] = await three();
    const child = newSn('CH');
    await announces(one, two);
    await announces(two, one, { sn: child });
    expect(await hangingOn(one.sid)).toMatchObject({ [one.sn]: '', [two.sn]: one.sn, [child]: two.sn });
    expect((await gatewayRow(two.sn))!.refused.child).toMatchObject({ count: 1, sn: one.sn });
    await announces(two, one, { sn: child });
    expect((await gatewayRow(two.sn))!.refused.child).toMatchObject({ count: 2 });
  });

  test('three in a ring: the last is refused', async () => {
    const [one, two, three_] = await three();
    await announces(one, two);
    await announces(two, three_);
    await announces(three_, one);
    expect(await hangingOn(one.sid)).toEqual({ [one.sn]: '', [two.sn]: one.sn, [three_.sn]: two.sn });
  });

  test('a ring of before is opened by whoever announces next', async () => {
    const [one, two] = await three();
    await sql`update devices set gateway_sn = ${two.sn} where sid = ${one.sid} and sn = ${one.sn}`;
    await sql`update devices set gateway_sn = ${one.sn} where sid = ${one.sid} and sn = ${two.sn}`;
    await announces(one, two);
    expect(await hangingOn(one.sid)).toMatchObject({ [one.sn]: '', [two.sn]: one.sn });
  });
});

test.each([0, 0.5, 7200, -60, '60', {}, true])(
  'an interval of %j is none: the rest of the announce is taken',
  async (intervalS) => {
    const gateway = await claimed();
    const device = await connected(gateway);
    const child = newSn('IV');
    await device.up('announce', announce([micro(child)], { intervalS }));
    await device.up('report', report(row(child, 1)));
    expect((await storedSamples(sql, gateway.sid)).map(({ sn }) => sn)).toContain(child);
    const { refused, ignoredValues } = (await gatewayRow(gateway.sn))!;
    expect({ refused, ignoredValues }).toEqual({ refused: {}, ignoredValues: 1 });
    expect(await sql`select interval_s from gateways where sn = ${gateway.sn}`).toEqual([{ intervalS: null }]);
  },
);

test('what an outage held back of a number of no plant was heard when it came, and is of its own time once it is claimed', async () => {
  const sn = newSn('NEW');
  const children = [newSn('OLD'), newSn('OLD')] as const;
  const waiting = await connectDevice(port, { sn });
  // One is told before it is announced.
  await waiting.up('report', report(row(children[0], 29 * 24 * 60)));
  await waiting.up('announce', announce([micro(children[1])]));
  await waiting.up('report', report(row(children[1], 29 * 24 * 60)));
  const kept = await sql`select received_at from raw_reports where sn = any (${[...children]})`;
  expect([...kept]).toEqual([{ receivedAt: new Date(NOW) }, { receivedAt: new Date(NOW) }]);
  const heard = await sql`select first_seen_at, last_seen_at from serial_numbers where sn = any (${[...children]})`;
  for (const { firstSeenAt, lastSeenAt } of heard)
    expect([firstSeenAt, lastSeenAt]).toEqual([new Date(NOW), new Date(NOW)]);
  // As a server of before kept it: under its own instant, which its bytes do not say.
  const at = new Date(NOW - 60_000);
  await sql`
    insert into raw_reports (sn, received_at, path, body) select ${children[0]}, ${at}, path, convert_to(
      (convert_from(body, 'UTF8')::jsonb - 'atMs')::text, 'UTF8') from raw_reports where sn = ${children[0]}`;
  const { sid } = await claimed();
  for (const child of children) await makeDevice(sql, { sid, sn: child, product: 'Microinverter' });
  await findKept(context);
  await runSiteJobs(context);
  const stored = (await storedSamples(sql, sid)).map((sample) => [sample.sn, new Date(sample.at).getTime()]);
  const long = NOW - 29 * 86_400_000;
  expect(stored.sort()).toEqual([
    [children[0], long],
    [children[0], at.getTime()],
    [children[1], long],
  ]);
});

test('256 children: 255 join', async () => {
  const gateway = await claimed();
  const device = await connected(gateway);
  const children = Array.from({ length: 256 }, () => micro(newSn('MANY')));
  await device.up('announce', announce(children));
  const [row] =
    await sql`select count(*)::int as joined from devices where sid = ${gateway.sid} and gateway_sn = ${gateway.sn}`;
  expect(row!.joined).toBe(255);
});

test('what hangs on it is judged by the announced interval', async () => {
  const gateway = await claimed();
  const child = newSn('AE');
  const device = await connected(gateway);
  await device.up('announce', announce([micro(child)], { intervalS: 10 }));
  for (const minutes of [30, 25, 20, 15, 10, 5]) await device.up('report', report(row(child, minutes)));
  const live = () => sql`select upload_every_s from device_live where sid = ${gateway.sid} and sn = ${child}`;
  expect(await live()).toEqual([{ uploadEveryS: 10 }]);
  await device.up('announce', announce([micro(child)], { intervalS: 900 }));
  let said = 0;
  await expect
    .poll(async () => {
      await device.up('report', report(row(child, 4 - ++said / 100)));
      return await live();
    })
    .toEqual([{ uploadEveryS: 900 }]);
});

test('a meter, a battery and a hybrid inverter say what they are: their values under the names of the portal', async () => {
  const gateway = await claimed();
  const [meter, battery, hybrid] = [newSn('MT'), newSn('BT'), newSn('HY')];
  const device = await connected(gateway);
  await device.up(
    'announce',
    announce([
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
  // Only what is produced is the plant's power.
  const [site] = await sql`select power_w::float8 as power_w from site_live where sid = ${gateway.sid}`;
  expect(site!.powerW).toBe(2400);
});

test('a gateway that runs since later than it did has restarted; one that only connects again has not', async () => {
  const gateway = await claimed();
  const says = async (uptimeS?: number) => {
    const device = await connected(gateway);
    await device.up('announce', { ...announce([]), ...(uptimeS === undefined ? {} : { uptimeS }) });
    await device.client.endAsync();
  };
  const restarts = () =>
    sql`select opened_at, closed_at from events where sn = ${gateway.sn} and code = 'restart'`.then((rows) => [
      ...rows,
    ]);
  await says(7200);
  await says();
  await says(7230);
  expect(await restarts()).toEqual([]);
  await says(300);
  const at = new Date(clock.now().getTime() - 300_000);
  expect(await restarts()).toEqual([{ openedAt: at, closedAt: at }]);
  await says(302);
  expect(await restarts()).toHaveLength(1);
});

test('a plant that gets another time zone: whoever is connected is told it, once, and another plant’s gateway nothing', async () => {
  const [gateway, other] = [await claimed(), await claimed()];
  const devices = [await connected(gateway), await connected(other)] as const;
  const heard: string[][] = [[], []];
  for (const [n, device] of devices.entries()) {
    device.client.on('message', (_, payload) =>
      heard[n]!.push((JSON.parse(payload.toString()) as { timezone: string }).timezone),
    );
    await device.client.subscribeAsync(`hg/${[gateway, other][n]!.sn}/down/#`, { qos: 1 });
    await device.up('announce', announce([]));
  }
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual([['Europe/Berlin'], ['Europe/Berlin']]);
  await gatewayRow(gateway.sn);
  const [site] = await sql<{ companyId: number }[]>`select company_id from sites where sid = ${gateway.sid}`;
  const token = await signedIn((await makeUser(sql, { companyId: site!.companyId })).id);
  const { sid, sn } = gateway;
  await ask('device/changeTimezone', { sid, sn, timezone: 'Europe/Lisbon' }, { token });
  await expect.poll(() => heard[0], { timeout: 5_000 }).toEqual(['Europe/Berlin', 'Europe/Lisbon']);
  await ask('site/updateFast', { sid, timezone: 'Asia/Tokyo' }, { token });
  await expect.poll(() => heard[0], { timeout: 5_000 }).toEqual(['Europe/Berlin', 'Europe/Lisbon', 'Asia/Tokyo']);
  await ask('site/updateFast', { sid, siteName: 'Moved' }, { token });
  await devices[0].up('announce', announce([]));
  await expect.poll(() => heard[0]!.length, { timeout: 5_000 }).toBe(4);
  expect(heard).toEqual([['Europe/Berlin', 'Europe/Lisbon', 'Asia/Tokyo', 'Asia/Tokyo'], ['Europe/Berlin']]);
});

test('what hangs on it is read before it reports; what is refused is not', async () => {
  const gateway = await claimed();
  const elsewhere = await makeDevice(sql);
  const child = newSn('AC');
  const device = await connected(gateway);
  await device.up('announce', announce([micro(elsewhere.sn), micro(child)]));
  await expect.poll(() => context.deviceStates.get(child)?.live.sid).toBe(gateway.sid);
  expect(context.deviceStates.get(elsewhere.sn)).toBeUndefined();
  await device.up('report', report(row(child, 1)));
  expect(await storedSamples(sql, gateway.sid, child)).toHaveLength(1);
});
