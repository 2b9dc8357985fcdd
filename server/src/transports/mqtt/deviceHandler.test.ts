// Devices over MQTT with an independent client library: authentication, topics, announcements, reports and rejections.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { mqttFixture } from '../../../test/mqttFixture.ts';
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
  makeGateway,
  connectGateway,
  announcement,
  microinverter,
  row,
  report,
  messageCount,
  readGateway,
} = await mqttFixture();

describe.each([4, 5] as const)('MQTT %s', (version) => {
  test('adds announced children to the plant and stores a report before it is acknowledged', async () => {
    const gateway = await makeGateway();
    const device = await connectGateway(gateway, { version });
    await new Promise((resolve) => device.client.subscribe(`hg/${gateway.sn}/down/#`, { qos: 1 }, resolve));
    const [one, two] = [newSn('AB'), newSn('AB')];
    await device.up('announce', announcement([microinverter(one), microinverter(two, { model: 'XY-300' })]));
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
    // Repeated, as after a lost acknowledgement: no duplicates.
    await device.up('report', report(row(one, 2), row(two, 1)));
    expect((await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn !== gateway.sn)).toEqual(stored);
  });

  test('rejects a missing, wrong, foreign or replaced password', async () => {
    const gateway = await makeGateway();
    const other = await makeGateway();
    const before = await messageCount('refused credentials');
    for (const password of [undefined, '', 'guess', other.password]) {
      await expect(connectDevice(port, { sn: gateway.sn, version, ...(password === undefined ? {} : { password }) }))
        // 4 in 3.1.1, 134 in 5
        .rejects.toMatchObject({ code: version === 4 ? 4 : 134 });
    }
    expect((await messageCount('refused credentials')) - before).toBe(4);
    const device = await connectGateway(gateway, { version });
    const renewed = await passwordOf(sql, gateway.sn);
    await device.ended;
    await expect(connectGateway(gateway, { version })).rejects.toMatchObject({ code: version === 4 ? 4 : 134 });
    await connectGateway({ ...gateway, password: renewed }, { version });
  });

  test('allows topics under the own serial number only', async () => {
    const gateway = await makeGateway();
    const other = await makeGateway();
    const victim = await connectGateway(other, { version });
    const device = await connectGateway(gateway, { version });
    const filters = await messageCount('foreignFilter');
    const granted = await new Promise<number[]>((resolve) => {
      device.client.subscribe(
        [`hg/${other.sn}/down/#`, '#', 'hg/+/down/#', `hg/${gateway.sn}/up/#`, `hg/${gateway.sn}/down/command`],
        { qos: 1 },
        (_error, _granted, packet) => resolve((packet?.granted ?? []) as number[]),
      );
    });
    const rejected = version === 4 ? 128 : 0x87;
    expect(granted).toEqual([rejected, rejected, rejected, rejected, 1]);
    expect((await messageCount('foreignFilter')) - filters).toBe(4);
    const topics = await messageCount('foreignTopic');
    await device.up(`hg/${other.sn}/up/report`, report(row(other.sn, 1))).catch(() => {});
    await device.ended;
    expect((await messageCount('foreignTopic')) - topics).toBe(1);
    expect(await storedSamples(sql, other.sid)).toEqual([]);
    // The other device's connection is unaffected.
    await victim.up('state', { online: true });
  });

  test('acknowledges, drops and counts messages of unknown topics and accepts those after them', async () => {
    const gateway = await makeGateway();
    const child = newSn('EE');
    const will = { topic: `hg/${gateway.sn}/up/lwt`, payload: Buffer.from('gone'), qos: 1 as const, retain: true };
    const device = await connectGateway(gateway, { version, will });
    const before = await messageCount('unknownTopic');
    for (const what of ['log', 'log/boot', '']) await device.up(what, { free: 81_220 });
    expect((await messageCount('unknownTopic')) - before).toBe(3);
    // A forbidden topic is refused, which 3.1.1 has no code for; the connection stays open.
    const elsewhere = await messageCount('foreignTopic');
    for (const topic of [`hg/${gateway.sn}/down/command`, 'hg/status', '/hg']) {
      const published = device.client.publishAsync(topic, 'x', { qos: 1 });
      await (version === 4 ? published : expect(published).rejects.toThrow());
    }
    expect((await messageCount('foreignTopic')) - elsewhere).toBe(3);
    await device.up('announce', announcement([microinverter(child)]));
    await device.up('report', report(row(child, 1)));
    expect((await storedSamples(sql, gateway.sid)).map(({ sn }) => sn)).toContain(child);
    device.client.stream.destroy();
    await expect.poll(() => messageCount('unknownTopic')).toBe(before + 4);
  });

  test('accepts a serial number in lower case as the same device and sends to the topics it subscribes to', async () => {
    const gateway = await makeGateway();
    const other = await makeGateway();
    const child = newSn('LC');
    const small = gateway.sn.toLowerCase();
    const will = {
      topic: `hg/${small}/up/state`,
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
      retain: true,
    };
    const device = await connectGateway({ ...gateway, sn: small }, { version, will });
    await device.client.subscribeAsync(`hg/${small}/down/#`, { qos: 1 });
    await device.up('announce', announcement([microinverter(child.toLowerCase()), microinverter(small)]));
    expect((await device.down()).topic).toBe(`hg/${small}/down/time`);
    await device.up('report', report(row(child.toLowerCase(), 1), row(child, 2)));
    const stored = async () => (await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn === child);
    expect(await stored()).toHaveLength(2);
    expect((await readGateway(gateway.sn))!).toMatchObject({ online: true, refused: { child: { count: 1 } } });
    expect(await sql`select sn from serial_numbers where sn <> upper(sn)`).toHaveLength(0);
    // In upper case it is the same device, so the newer connection takes over.
    const large = await connectGateway(gateway, { version });
    await device.ended;
    await large.client.subscribeAsync(`hg/${small}/down/#`, { qos: 1 });
    await large.up('announce', announcement([microinverter(child)]));
    expect((await large.down()).topic).toBe(`hg/${small}/down/time`);
    await large.client.publishAsync(`hg/${small}/up/report`, JSON.stringify(report(row(child, 3))), { qos: 1 });
    expect(await stored()).toHaveLength(3);
    const code = version === 4 ? 2 : 0x85;
    await expect(connectGateway(gateway, { version, clientId: other.sn.toLowerCase() })).rejects.toMatchObject({
      code,
    });
    await expect(connectGateway({ ...gateway, sn: small.replace('g', 'ſ') }, { version })).rejects.toMatchObject({
      code,
    });
    const again = await connectGateway(gateway, { version });
    await again.up(`hg/${other.sn.toLowerCase()}/up/report`, report(row(other.sn, 1))).catch(() => {});
    await again.ended;
  });

  test('rejects a will on a foreign topic, a foreign client id and an invalid serial number', async () => {
    const gateway = await makeGateway();
    const other = await makeGateway();
    const codeOf = (three: number, five: number) => ({ code: version === 4 ? three : five });
    const will = {
      topic: `hg/${other.sn}/up/state`,
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
      retain: true,
    };
    const topics = [will.topic, `hg/${gateway.sn}/down/time`, `hg/${gateway.sn}/up/#`, 'status'];
    const wills = await messageCount('refused notAllowed');
    for (const topic of topics)
      await expect(connectGateway(gateway, { version, will: { ...will, topic } })).rejects.toMatchObject(
        codeOf(5, 0x87),
      );
    expect((await messageCount('refused notAllowed')) - wills).toBe(topics.length);
    const ids = await messageCount('refused clientId');
    await expect(connectGateway(gateway, { version, clientId: other.sn })).rejects.toMatchObject(codeOf(2, 0x85));
    const odd = ['', 'hg/#', 'x'.repeat(60), '__proto__'];
    for (const username of odd)
      await expect(connectGateway(gateway, { version, username, clientId: 'odd' })).rejects.toThrow();
    expect((await messageCount('refused clientId')) - ids).toBe(1 + odd.length);
    // Not a valid MQTT string, so the packet is malformed.
    await expect(connectGateway(gateway, { version, username: 'AB\u00001234', clientId: 'odd' })).rejects.toThrow();
    // A client id that is no serial number is accepted.
    await connectGateway(gateway, { version, clientId: 'OpenDTU-A1B2C3' });
  });
});

test('gives a claimed gateway its password and the history from before it was claimed', async () => {
  const installer = await makeUser(sql);
  const token = await signedIn(installer.id);
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const sn = newSn('NEW');
  const child = newSn('CD');
  const unclaimed = await connectDevice(port, { sn });
  await unclaimed.up('announce', announcement([microinverter(child)]));
  await unclaimed.up('report', report(row(child, 10), row(child, 5)));
  expect(await sql`select from raw_reports where sn = ${child}`).toHaveLength(2);
  const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const { list } = await ask('device/list/noReg', { filters: { keywords: sn } }, { token: administrator });
  expect(list[0]).toMatchObject({ sn, children: 1 });

  const { credentials } = await ask('site/updateFast', { sid, sn: [{ sn, model: 10_000 }] }, { token });
  expect(credentials).toEqual([{ sn, password: expect.stringMatching(/^[\w-]{24}$/) }]);
  await unclaimed.ended;
  await expect(connectDevice(port, { sn, password: 'anything' })).rejects.toThrow();
  const { password } = credentials[0]!;
  const [stored] = await sql<{ credential: Buffer }[]>`select credential from serial_numbers where sn = ${sn}`;
  expect(stored!.credential.toString('latin1')).not.toContain(password);

  const device = await connectDevice(port, { sn, password });
  await device.up('announce', announcement([microinverter(child)]));
  await runSiteJobs(context);
  expect((await storedSamples(sql, sid)).map(({ sn: stored, powerW }) => [stored, powerW])).toEqual([
    [child, 311.2],
    [child, 311.2],
  ]);

  // Once released, its password is invalid and its serial number unclaimed.
  await ask('site/updateFast', { sid, removeSn: [sn] }, { token });
  await device.ended;
  const again = await connectDevice(port, { sn, password });
  await again.up('report', report(row(child, 1)));
  expect(await storedSamples(sql, sid)).toHaveLength(2);
  expect((await readGateway(sn))!.sid).toBeNull();
});

test('renews the password of an own gateway by device/credential, and of no other', async () => {
  const installer = await makeUser(sql);
  const token = await signedIn(installer.id);
  const gateway = await makeGateway({ sid: await makeSite(sql, { companyId: installer.companyId }) });
  const device = await connectGateway(gateway);
  const { sn, password } = await ask('device/credential', { sn: gateway.sn }, { token });
  await device.ended;
  await connectDevice(port, { sn, password });
  const foreign = await makeGateway();
  expect(await call('device/credential', { sn: foreign.sn }, { token })).toMatchObject({
    code: ERROR_CODES.deviceNotFound,
  });
});

test('counts each refused row with its reason and stores the other rows of the report', async () => {
  const gateway = await makeGateway();
  const elsewhere = await makeDevice(sql);
  const child = newSn('EF');
  const unknown = newSn('EF');
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([microinverter(child)]));
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
  // Unclaimed: stored until it is announced or registered.
  expect(await sql`select from raw_reports where sn = ${unknown}`).toHaveLength(1);
  const { refused, ignoredValues } = (await readGateway(gateway.sn))!;
  expect(Object.fromEntries(Object.entries(refused).map(([reason, { count: times }]) => [reason, times]))).toEqual({
    future: 1,
    old: 1,
    // A number in another plant and an unknown one look the same.
    otherPlant: 2,
    serialNumber: 1,
    malformed: 5,
  });
  expect(refused.otherPlant!.sn).toBe(unknown);
  expect(ignoredValues).toBe(3);
});

test('counts rows that repeat an instant with other values or have no usable value, and stores neither', async () => {
  const installer = await makeUser(sql);
  const gateway = await makeGateway({ sid: await makeSite(sql, { companyId: installer.companyId }) });
  const child = newSn('EF');
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([microinverter(child)]));
  const at = (minute: number, q: object) => ({ sn: child, at: NOW - minute * 60_000, q });
  await device.up('report', report(at(5, { powerW: 100, counterWh: 5_000 }), at(4, { powerW: null }), at(3, {})));
  await device.up('report', report(at(5, { powerW: 900, counterWh: 5_010 }), at(5, { powerW: 100 })));
  await device.up('report', report(at(2, { madeUp: 3 }), { sn: gateway.sn, at: NOW, q: {} }));
  const stored = (await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn === child);
  expect(stored.map(({ powerW, counterLifeWh }) => [powerW, counterLifeWh])).toEqual([[100, 5_000]]);
  const { refused } = (await readGateway(gateway.sn))!;
  expect(refused).toMatchObject({ differs: { count: 1, sn: child }, empty: { count: 4, sn: gateway.sn } });
  const token = await signedIn(installer.id);
  expect((await ask('device/connection', { sid: gateway.sid, sn: gateway.sn }, { token })).refusedRows).toMatchObject([
    { reason: 'empty', count: 4 },
    { reason: 'differs', count: 1 },
  ]);
  // The gateway is present all the same.
  expect(await sql`select from device_live where sn = ${gateway.sn} and at is not null`).toHaveLength(1);
});

test('does not acknowledge a report that cannot be stored, and stores it once when it is repeated', async () => {
  const gateway = await makeGateway();
  const child = newSn('AD');
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([microinverter(child)]));
  await sql`alter table hot_samples rename to hot_samples_away`;
  try {
    await expect(device.up('report', report(row(child, 1)))).rejects.toThrow('ended without an acknowledgement');
  } finally {
    await sql`alter table hot_samples_away rename to hot_samples`;
  }
  const again = await connectGateway(gateway);
  await again.up('report', report(row(child, 1)));
  expect((await storedSamples(sql, gateway.sid)).filter(({ sn }) => sn === child)).toHaveLength(1);
});

test('goes offline with its connection, and stays online when a second connection takes over', async () => {
  const gateway = await makeGateway();
  const will = {
    topic: `hg/${gateway.sn}/up/state`,
    payload: Buffer.from('{"online":false}'),
    qos: 1 as const,
    retain: true,
  };
  const first = await connectGateway(gateway, { will });
  await first.up('state', { online: true });
  expect((await readGateway(gateway.sn))!.online).toBe(true);
  const second = await connectGateway(gateway, { will });
  await first.ended;
  expect((await readGateway(gateway.sn))!.online).toBe(true);
  second.client.stream.destroy();
  await second.ended;
  expect((await readGateway(gateway.sn))!.online).toBe(false);
});

test('records a connected gateway as present although it reports nothing', async () => {
  const gateway = await makeGateway();
  const device = await connectGateway(gateway);
  await device.up('announce', announcement([]));
  const liveAt = async () =>
    (await sql`select at from device_live where sid = ${gateway.sid} and sn = ${gateway.sn}`)[0]!.at;
  expect(await liveAt()).toBeNull();
  await mqtt.heartbeat();
  expect(await liveAt()).toEqual(clock.now());
});

test('ends the session of a device that connects to another server, and its session there after a restriction', async () => {
  const other = await openMqtt({ ...context, config: { ...context.config, mqtt: { port: 0, isRequired: true } } });
  onTestFinished(other.close);
  const gateway = await makeGateway();
  const local = await connectGateway(gateway);
  const remote = await connectDevice(other.port!, { sn: gateway.sn, password: gateway.password });
  await remote.up('announce', announcement([]));
  await sql`update serial_numbers set restricted_at = now() where sn = ${gateway.sn}`;
  await Promise.all([local.ended, remote.ended]);
  await expect(connectGateway(gateway)).rejects.toMatchObject({ code: 5 });
});

describe('OpenDTU with unchanged firmware', () => {
  const T = Math.floor(NOW / 1000) - 600;
  /** One round of its firmware, in its order. */
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

  test('gives the same samples and energies as reports with the same values', async () => {
    const dtu = await makeGateway();
    const ours = await makeGateway();
    const inverter = `1161${newSn('0')}`;
    const child = newSn('TW');
    const will = {
      topic: `hg/${dtu.sn}/opendtu/dtu/status`,
      payload: Buffer.from('offline'),
      qos: 0 as const,
      retain: true,
    };
    const device = await connectGateway(dtu, { clientId: 'OpenDTU-A1B2C3', will });
    const other = await connectGateway(ours);
    await other.up('announce', announcement([microinverter(child, { model: '' })]));
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
      await other.up('report', { v: 1, devices: [{ sn: child, at: (T + minute * 60) * 1000, q }] });
    }
    const samplesOf = async ({ sid }: { sid: string }, sn: string) =>
      (await storedSamples(sql, sid)).filter((sample) => sample.sn === sn).map(({ sn: _, ...sample }) => sample);
    await expect.poll(async () => (await samplesOf(dtu, inverter)).length, { timeout: 5_000 }).toBe(10);
    expect(await samplesOf(dtu, inverter)).toEqual(await samplesOf(ours, child));
    const days = async ({ sid }: { sid: string }, sn: string) =>
      await sql`select day, energy_wh, source, samples, peak_w, covered_s from device_days where sid = ${sid} and sn = ${sn}`;
    expect(await days(dtu, inverter)).toEqual(await days(ours, child));
    expect((await days(dtu, inverter))[0]).toMatchObject({ source: 'counted', samples: 10 });
    const [found] = await sql`
      select p.name, d.gateway_sn, d.alias from devices d join products p on p.id = d.product_id where d.sid = ${dtu.sid} and d.sn = ${inverter}`;
    expect(found).toEqual({ name: 'Microinverter', gatewaySn: dtu.sn, alias: 'Garage' });
    expect((await readGateway(dtu.sn))!.online).toBe(true);
  });
});
