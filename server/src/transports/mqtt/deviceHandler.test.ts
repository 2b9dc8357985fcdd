// Devices over MQTT, with a client program that is not ours: who gets in, what may be said where, announces, reports, what is refused.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { doorWorld } from '../../../test/doorWorld.ts';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { storedSamples } from '../../../test/readings.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { openMqtt } from './openMqtt.ts';

const {
  sql,
  context,
  port,
  mqtt,
  ask,
  call,
  signedIn,
  clock,
  NOW,
  newSn,
  claimed,
  connected,
  announce,
  micro,
  row,
  report,
  counted,
  gatewayRow,
} = await doorWorld();

describe.each([4, 5] as const)('MQTT %s', (version) => {
  test('a gateway announces, its children join its plant, its report is stored before it is acknowledged', async () => {
    const gateway = await claimed();
    const device = await connected(gateway, { version });
    await new Promise((resolve) => device.client.subscribe(`hg/${gateway.sn}/down/#`, { qos: 1 }, resolve));
    const [one, two] = [newSn('AB'), newSn('AB')];
    await device.up('announce', announce([micro(one), micro(two, { model: 'XY-300' })]));
    expect(await device.down()).toEqual({
      topic: `hg/${gateway.sn}/down/time`,
      body: { now: NOW, timezone: 'Europe/Berlin' },
    });
    const devices = await sql`
      select d.sn, d.gateway_sn, p.name, l.upload_every_s from devices d join products p on p.id = d.product_id
      join device_live l on l.sid = d.sid and l.sn = d.sn where d.sid = ${gateway.sid} and d.sn <> ${gateway.sn} order by d.sn`;
    expect(devices).toEqual([
      { sn: one, gatewaySn: gateway.sn, name: 'BDM-800', uploadEveryS: 60 },
      { sn: two, gatewaySn: gateway.sn, name: 'Microinverter', uploadEveryS: 60 },
    ]);

    await device.up('report', report(row(one, 2), row(one, 1, { powerW: 320, input1PowerW: 160.3 }), row(two, 1)));
    const stored = (await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn !== gateway.sn);
    expect(stored.map(({ sn, powerW, input1PowerW }) => [sn, powerW, input1PowerW])).toEqual([
      [one, 311.2, undefined],
      [one, 320, 160.3],
      [two, 311.2, undefined],
    ]);
    const [live] =
      await sql`select power_w::float8 as power_w, devices, reporting from site_live where sid = ${gateway.sid}`;
    expect(live!.powerW).toBeCloseTo(631.2, 3);
    expect(live).toMatchObject({ devices: 3, reporting: 3 });
    // Again, as after a lost acknowledgement: nothing is there twice.
    await device.up('report', report(row(one, 2), row(two, 1)));
    expect((await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn !== gateway.sn)).toEqual(stored);
  });

  test('without its password nobody is a gateway: none, another, another device’s, one that was renewed', async () => {
    const gateway = await claimed();
    const other = await claimed();
    const before = await counted('refused credentials');
    for (const password of [undefined, '', 'guess', other.password]) {
      await expect(connectDevice(port, { sn: gateway.sn, version, ...(password === undefined ? {} : { password }) }))
        // 4 in 3.1.1, 134 in 5
        .rejects.toMatchObject({ code: version === 4 ? 4 : 134 });
    }
    expect((await counted('refused credentials')) - before).toBe(4);
    const device = await connected(gateway, { version });
    const renewed = await passwordOf(sql, gateway.sn);
    await device.ended;
    await expect(connected(gateway, { version })).rejects.toMatchObject({ code: version === 4 ? 4 : 134 });
    await connected({ ...gateway, password: renewed }, { version });
  });

  test('it speaks under its own number alone', async () => {
    const gateway = await claimed();
    const other = await claimed();
    const victim = await connected(other, { version });
    const device = await connected(gateway, { version });
    const filters = await counted('foreignFilter');
    const granted = await new Promise<number[]>((resolve) => {
      device.client.subscribe(
        [`hg/${other.sn}/down/#`, '#', 'hg/+/down/#', `hg/${gateway.sn}/up/#`, `hg/${gateway.sn}/down/command`],
        { qos: 1 },
        (_error, _granted, packet) => resolve((packet?.granted ?? []) as number[]),
      );
    });
    const no = version === 4 ? 128 : 0x87;
    expect(granted).toEqual([no, no, no, no, 1]);
    expect((await counted('foreignFilter')) - filters).toBe(4);
    const topics = await counted('foreignTopic');
    await device.up(`hg/${other.sn}/up/report`, report(row(other.sn, 1))).catch(() => {});
    await device.ended;
    expect((await counted('foreignTopic')) - topics).toBe(1);
    expect(await storedSamples(sql, other.sid)).toEqual([]);
    // The one in whose name it spoke notices nothing.
    await victim.up('state', { online: true });
  });

  test('what it says under its own number and nobody knows is acknowledged, dropped and counted; what is behind it is taken', async () => {
    const gateway = await claimed();
    const will = { topic: `hg/${gateway.sn}/up/lwt`, payload: Buffer.from('gone'), qos: 1 as const, retain: true };
    const device = await connected(gateway, { version, will });
    const before = await counted('unknownTopic');
    for (const what of ['log', 'log/boot', '']) await device.up(what, { free: 81_220 });
    expect((await counted('unknownTopic')) - before).toBe(3);
    // Where it may not speak it is refused, which 3.1.1 has no word for; it is here all the same.
    const elsewhere = await counted('foreignTopic');
    for (const topic of [`hg/${gateway.sn}/down/command`, 'hg/status', '/hg']) {
      const said = device.client.publishAsync(topic, 'x', { qos: 1 });
      await (version === 4 ? said : expect(said).rejects.toThrow());
    }
    expect((await counted('foreignTopic')) - elsewhere).toBe(3);
    await device.up('report', report(row(gateway.sn, 1)));
    expect((await storedSamples(sql, gateway.sid)).map(({ sn }) => sn)).toEqual([gateway.sn]);
    device.client.stream.destroy();
    await expect.poll(() => counted('unknownTopic')).toBe(before + 4);
  });

  test('letters of a serial number may be small: it is the same device, and hears what it is told where it listens', async () => {
    const gateway = await claimed();
    const other = await claimed();
    const child = newSn('LC');
    const small = gateway.sn.toLowerCase();
    const will = {
      topic: `hg/${small}/up/state`,
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
      retain: true,
    };
    const device = await connected({ ...gateway, sn: small }, { version, will });
    await device.client.subscribeAsync(`hg/${small}/down/#`, { qos: 1 });
    await device.up('announce', announce([micro(child.toLowerCase()), micro(small)]));
    expect((await device.down()).topic).toBe(`hg/${small}/down/time`);
    await device.up('report', report(row(child.toLowerCase(), 1), row(child, 2)));
    const stored = async () => (await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn === child);
    expect(await stored()).toHaveLength(2);
    expect((await gatewayRow(gateway.sn))!).toMatchObject({ online: true, refused: { child: { count: 1 } } });
    expect(await sql`select sn from serial_numbers where sn <> upper(sn)`).toHaveLength(0);
    // Written large it is no other one: of the two the later stays.
    const large = await connected(gateway, { version });
    await device.ended;
    await large.client.subscribeAsync(`hg/${small}/down/#`, { qos: 1 });
    await large.up('announce', announce([micro(child)]));
    expect((await large.down()).topic).toBe(`hg/${small}/down/time`);
    await large.client.publishAsync(`hg/${small}/up/report`, JSON.stringify(report(row(child, 3))), { qos: 1 });
    expect(await stored()).toHaveLength(3);
    const code = version === 4 ? 2 : 0x85;
    await expect(connected(gateway, { version, clientId: other.sn.toLowerCase() })).rejects.toMatchObject({ code });
    await expect(connected({ ...gateway, sn: small.replace('g', 'ſ') }, { version })).rejects.toMatchObject({ code });
    const again = await connected(gateway, { version });
    await again.up(`hg/${other.sn.toLowerCase()}/up/report`, report(row(other.sn, 1))).catch(() => {});
    await again.ended;
  });

  test('a will on a foreign topic, a foreign client id, a number that is none: not admitted', async () => {
    const gateway = await claimed();
    const other = await claimed();
    const codeOf = (three: number, five: number) => ({ code: version === 4 ? three : five });
    const will = {
      topic: `hg/${other.sn}/up/state`,
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
      retain: true,
    };
    const topics = [will.topic, `hg/${gateway.sn}/down/time`, `hg/${gateway.sn}/up/#`, 'status'];
    const wills = await counted('refused notAllowed');
    for (const topic of topics)
      await expect(connected(gateway, { version, will: { ...will, topic } })).rejects.toMatchObject(codeOf(5, 0x87));
    expect((await counted('refused notAllowed')) - wills).toBe(topics.length);
    const ids = await counted('refused clientId');
    await expect(connected(gateway, { version, clientId: other.sn })).rejects.toMatchObject(codeOf(2, 0x85));
    const odd = ['', 'hg/#', 'x'.repeat(60), '__proto__'];
    for (const username of odd)
      await expect(connected(gateway, { version, username, clientId: 'odd' })).rejects.toThrow();
    expect((await counted('refused clientId')) - ids).toBe(1 + odd.length);
    // No text of MQTT: the packet is none.
    await expect(connected(gateway, { version, username: 'AB\u00001234', clientId: 'odd' })).rejects.toThrow();
    // A program that calls itself something else is welcome.
    await connected(gateway, { version, clientId: 'OpenDTU-A1B2C3' });
  });
});

test('the way of a new gateway: it waits with what it says, is claimed, comes back with its password and has its history', async () => {
  const installer = await makeUser(sql);
  const token = await signedIn(installer.id);
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const sn = newSn('NEW');
  const child = newSn('CD');
  const waiting = await connectDevice(port, { sn });
  await waiting.up('announce', announce([micro(child)]));
  await waiting.up('report', report(row(child, 10), row(child, 5)));
  expect(await sql`select from raw_reports where sn = ${child}`).toHaveLength(2);
  const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const { list } = await ask('device/list/noReg', { filters: { keywords: sn } }, { token: administrator });
  expect(list[0]).toMatchObject({ sn, children: 1 });

  const { credentials } = await ask('site/updateFast', { sid, sn: [{ sn, model: 10_000 }] }, { token });
  expect(credentials).toEqual([{ sn, password: expect.stringMatching(/^[\w-]{24}$/) }]);
  await waiting.ended;
  await expect(connectDevice(port, { sn, password: 'anything' })).rejects.toThrow();
  const { password } = credentials[0]!;
  const [kept] = await sql<{ credential: Buffer }[]>`select credential from serial_numbers where sn = ${sn}`;
  expect(kept!.credential.toString('latin1')).not.toContain(password);

  const device = await connectDevice(port, { sn, password });
  await device.up('announce', announce([micro(child)]));
  await runSiteJobs(context);
  expect((await storedSamples(sql, sid)).map(({ sn: said, powerW }) => [said, powerW])).toEqual([
    [child, 311.2],
    [child, 311.2],
  ]);

  // Released, its password is worth nothing; the number waits again.
  await ask('site/updateFast', { sid, removeSn: [sn] }, { token });
  await device.ended;
  const again = await connectDevice(port, { sn, password });
  await again.up('report', report(row(child, 1)));
  expect(await storedSamples(sql, sid)).toHaveLength(2);
  expect((await gatewayRow(sn))!.sid).toBeNull();
});

test('device/credential renews the password of one’s own gateway, and no other’s', async () => {
  const installer = await makeUser(sql);
  const token = await signedIn(installer.id);
  const gateway = await claimed({ sid: await makeSite(sql, { companyId: installer.companyId }) });
  const device = await connected(gateway);
  const { sn, password } = await ask('device/credential', { sn: gateway.sn }, { token });
  await device.ended;
  await connectDevice(port, { sn, password });
  const foreign = await claimed();
  expect(await call('device/credential', { sn: foreign.sn }, { token })).toMatchObject({
    code: REFUSALS.noSuchDevice,
  });
});

test('each row that is refused is counted with its reason, and the others of its report are stored', async () => {
  const gateway = await claimed();
  const elsewhere = await makeDevice(sql);
  const child = newSn('EF');
  const unknown = newSn('EF');
  const device = await connected(gateway);
  await device.up('announce', announce([micro(child)]));
  const day = 24 * 60;
  await device.up(
    'report',
    report(
      row(child, 3, { powerW: 100, temperatureC: 1e308, frequencyHz: 'fast', madeUp: 3 }),
      row(child, -7 * day),
      row(child, 31 * day),
      row(child, 30 * day - 1),
      row(elsewhere.sn, 1),
      row('no number!', 1),
      row(child, 1, {}, { status: 'FF' }),
      row(child, 1, {}, { at: 'now' }),
      { sn: child },
      null,
      7,
      row(unknown, 1),
      row(child, 2),
    ),
  );
  const stored = (await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn === child);
  expect(stored.map(({ powerW, temperatureC }) => [powerW, temperatureC])).toEqual([
    [311.2, undefined],
    [100, undefined],
    [311.2, undefined],
  ]);
  expect(await storedSamples(sql, elsewhere.sid)).toEqual([]);
  // of no plant: kept until it is announced or registered
  expect(await sql`select from raw_reports where sn = ${unknown}`).toHaveLength(1);
  const { refused, ignoredValues } = (await gatewayRow(gateway.sn))!;
  expect(Object.fromEntries(Object.entries(refused).map(([reason, { count: times }]) => [reason, times]))).toEqual({
    future: 1,
    old: 1,
    otherPlant: 1,
    serialNumber: 1,
    malformed: 5,
  });
  expect(refused.otherPlant!.sn).toBe(elsewhere.sn);
  expect(ignoredValues).toBe(3);
});

test('what cannot be stored is not acknowledged; sent again it is stored once', async () => {
  const gateway = await claimed();
  const child = newSn('AD');
  const device = await connected(gateway);
  await device.up('announce', announce([micro(child)]));
  await sql`alter table hot_samples rename to hot_samples_away`;
  try {
    await expect(device.up('report', report(row(child, 1)))).rejects.toThrow('ended without an acknowledgement');
  } finally {
    await sql`alter table hot_samples_away rename to hot_samples`;
  }
  const again = await connected(gateway);
  await again.up('report', report(row(child, 1)));
  expect((await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn === child)).toHaveLength(1);
});

test('its will says that it is gone, its goodbye leaves that to the connection’s end, a second connection takes its place', async () => {
  const gateway = await claimed();
  const will = {
    topic: `hg/${gateway.sn}/up/state`,
    payload: Buffer.from('{"online":false}'),
    qos: 1 as const,
    retain: true,
  };
  const first = await connected(gateway, { will });
  await first.up('state', { online: true });
  expect((await gatewayRow(gateway.sn))!.online).toBe(true);
  const second = await connected(gateway, { will });
  await first.ended;
  expect((await gatewayRow(gateway.sn))!.online).toBe(true);
  second.client.stream.destroy();
  await second.ended;
  expect((await gatewayRow(gateway.sn))!.online).toBe(false);
});

test('a gateway that has nothing to report is heard, as long as it is connected', async () => {
  const gateway = await claimed();
  const device = await connected(gateway);
  await device.up('announce', announce([]));
  const heard = async () =>
    (await sql`select at from device_live where sid = ${gateway.sid} and sn = ${gateway.sn}`)[0]!.at;
  expect(await heard()).toBeNull();
  await mqtt.beat();
  expect(await heard()).toEqual(clock.now());
});

test('another server: whoever comes there leaves here, and what is claimed there is known here', async () => {
  const other = await openMqtt({ ...context, config: { ...context.config, mqtt: { port: 0, isRequired: true } } });
  onTestFinished(other.close);
  const gateway = await claimed();
  const here = await connected(gateway);
  const there = await connectDevice(other.port!, { sn: gateway.sn, password: gateway.password });
  await there.up('announce', announce([]));
  await sql`update serial_numbers set restricted_at = now() where sn = ${gateway.sn}`;
  await Promise.all([here.ended, there.ended]);
  await expect(connected(gateway)).rejects.toMatchObject({ code: 5 });
});

describe('OpenDTU, unchanged', () => {
  const T = Math.floor(NOW / 1000) - 600;
  /** What its firmware says in one round, in its order. */
  const round = (inverter: string, atS: number, powerW: number): [string, string][] => [
    [`${inverter}/name`, 'Garage'],
    [`${inverter}/device/fwbuildversion`, '10012'],
    [`${inverter}/status/limit_relative`, '100'],
    [`${inverter}/status/reachable`, '1'],
    [`${inverter}/status/producing`, '1'],
    [`${inverter}/status/last_update`, String(atS)],
    [`${inverter}/0/power`, String(powerW)],
    [`${inverter}/0/frequency`, '50.01'],
    [`${inverter}/0/yieldday`, String(100 + (atS - T) / 60)],
    [`${inverter}/0/yieldtotal`, String(123.4 + (atS - T) / 60_000)],
    [`${inverter}/1/power`, String(powerW / 2)],
    [`${inverter}/1/yieldday`, String(50 + (atS - T) / 60)],
  ];

  test('gives the same samples and energies as reports that say the same', async () => {
    const dtu = await claimed();
    const ours = await claimed();
    const inverter = `1161${newSn('0')}`;
    const twin = newSn('TW');
    const will = {
      topic: `hg/${dtu.sn}/opendtu/dtu/status`,
      payload: Buffer.from('offline'),
      qos: 0 as const,
      retain: true,
    };
    const device = await connected(dtu, { clientId: 'OpenDTU-A1B2C3', will });
    const other = await connected(ours);
    await other.up('announce', announce([micro(twin, { model: '' })]));
    await device.up(`hg/${dtu.sn}/opendtu/dtu/status`, 'online', 0);
    for (let minute = 0; minute < 10; minute++) {
      const powerW = 300 + minute;
      for (const [path, text] of round(inverter, T + minute * 60, powerW))
        await device.up(`hg/${dtu.sn}/opendtu/${path}`, text, 0);
      const q = {
        powerW,
        frequencyHz: 50.01,
        counterDayWh: 100 + minute,
        counterWh: 123_400 + minute,
        input1PowerW: powerW / 2,
        input1CounterDayWh: 50 + minute,
      };
      await other.up('report', { v: 1, devices: [{ sn: twin, at: (T + minute * 60) * 1000, q }] });
    }
    const samplesOf = async ({ sid }: { sid: string }, sn: string) =>
      (await storedSamples(sql, sid)).filter((sample) => sample.sn === sn).map(({ sn: _, ...sample }) => sample);
    await expect.poll(async () => (await samplesOf(dtu, inverter)).length, { timeout: 5_000 }).toBe(10);
    expect(await samplesOf(dtu, inverter)).toEqual(await samplesOf(ours, twin));
    const days = async ({ sid }: { sid: string }, sn: string) =>
      await sql`select day, energy_wh, source, samples, peak_w, covered_s from device_days where sid = ${sid} and sn = ${sn}`;
    expect(await days(dtu, inverter)).toEqual(await days(ours, twin));
    expect((await days(dtu, inverter))[0]).toMatchObject({ source: 'counted', samples: 10 });
    const [found] = await sql`
      select p.name, d.gateway_sn, d.alias from devices d join products p on p.id = d.product_id where d.sid = ${dtu.sid} and d.sn = ${inverter}`;
    expect(found).toEqual({ name: 'Microinverter', gatewaySn: dtu.sn, alias: 'Garage' });
    expect((await gatewayRow(dtu.sn))!.online).toBe(true);
  });
});
