// device/connection: what a gateway reported and the result, for users with access to the plant.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { applyAnnounce } from '../../claiming/announcements/applyAnnounce.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';

const { sql, ask, call, context, signedIn } = await testServer({ MQTT_PORT: '1885' });
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const sid = await makeSite(sql, { companyId: installer.companyId });
const gateway = await makeDevice(sql, { sid, product: 'HG-1' });

test('returns an empty status for a gateway that never connected', async () => {
  expect(await ask('device/connection', { sn: gateway.sn }, { token })).toEqual({
    sn: gateway.sn,
    online: false,
    sinceIso: null,
    credentialIso: null,
    announced: null,
    children: [],
    count: { inPlant: 0, heard: 0, live: 0 },
    now: null,
    todayPower: null,
    refusedRows: [],
    ignoredValues: 0,
    mqttPort: 1885,
    mqttTlsPort: null,
  });
});

test('returns the announcement, the attached devices, and why others are not attached', async () => {
  const elsewhere = await makeDevice(sql);
  const child = (sn: string) => ({
    sn,
    kind: 'microinverter' as const,
    model: 'BDM-800',
    hardware: '',
    firmware: '12',
    inputs: 2,
  });
  const announced = {
    kind: 'gateway' as const,
    model: 'HG-1',
    hardware: '2.1',
    firmware: '1.8.0',
    signalDbm: -61,
    uptimeS: null,
    intervalS: 60,
  };
  await applyAnnounce(
    context,
    { ...gateway, source: '' },
    {
      ...announced,
      children: [child('1F90FF72'), child('1F90FF73'), child(elsewhere.sn)],
    },
  );
  await applyAnnounce(
    context,
    { ...gateway, source: '' },
    { ...announced, children: [child('1F90FF72'), child(elsewhere.sn)] },
  );
  await sql`
    update gateways set online = true, online_changed_at = '2026-06-15T08:00:00Z',
      refused = '{"future":{"count":3,"sn":"1F90FF72","at":"2026-06-15T09:00:00.000Z"}}', ignored_values = 5 where sn = ${gateway.sn}`;
  const response = await ask('device/connection', { sn: gateway.sn }, { token });
  expect(response).toMatchObject({
    online: true,
    sinceIso: '2026-06-15T10:00:00+02:00',
    announced: { kind: 'gateway', model: 'HG-1', hardware: '2.1', firmware: '1.8.0', signalDbm: -61, intervalS: 60 },
    refusedRows: [{ reason: 'future', count: 3, sn: '1F90FF72', atIso: '2026-06-15T11:00:00+02:00' }],
    ignoredValues: 5,
  });
  expect(
    response.children.map(({ sn, refused, isAnnounced, staleAfterS }) => [sn, refused, isAnnounced, staleAfterS]),
  ).toEqual([
    ['1F90FF72', null, true, 180],
    ['1F90FF73', null, false, 180],
    [elsewhere.sn, 'waiting', true, null],
  ]);
});

test('sums the values of attached devices, and marks those that never reported', async () => {
  const { sn } = await makeDevice(sql, { sid, product: 'HG-1' });
  const children = [];
  for (const product of ['BDM-800', 'BDM-800', 'Meter', 'BDM-800'])
    children.push((await makeDevice(sql, { sid, product })).sn);
  await sql`update devices set gateway_sn = ${sn}, alias = 'On ' || sn where sn = any (${children})`;
  const [fresh, stale, meter, silent] = children as [string, string, string, string];
  await makeDay(sql, { sid, sn: fresh, day: '2026-06-15', energyWh: 900 });
  await makeDay(sql, { sid, sn: stale, day: '2026-06-14', energyWh: 5000 });
  await makeSample(sql, { sid, sn: fresh, at: '2026-06-15T09:58:00Z', powerW: 311.26 });
  await makeSample(sql, { sid, sn: stale, at: '2026-06-15T08:00:00Z', powerW: 300 });
  const quantities = { gridPowerW: -200 };
  const reportedAt = ['2026-06-15T09:53:00Z', '2026-06-15T09:58:00Z'].map((at) => new Date(at));
  await ingestReports(
    context,
    reportedAt.map((at) => readingOfRow({ gateway: sn, sn: meter, at, quantities })),
  );
  const response = await ask('device/connection', { sid, sn }, { token });
  expect(response).toMatchObject({ count: { inPlant: 4, heard: 3, live: 2 }, now: 311.3, todayPower: 0.9 });
  expect(
    new Map(
      response.children.map(({ sn: of, now, nowOf, todayPower, status, alias }) => [
        of,
        [now, nowOf, todayPower, status, alias],
      ]),
    ),
  ).toEqual(
    new Map([
      [fresh, [311.3, 'production', 0.9, 0, `On ${fresh}`]],
      [stale, [null, 'production', null, expect.any(Number), `On ${stale}`]],
      [meter, [-200, 'grid', null, 0, `On ${meter}`]],
      [silent, [null, 'production', null, expect.any(Number), `On ${silent}`]],
    ]),
  );
  // As shown in lists and on the plant's page, meters included.
  const { list } = await ask('device/list', { filters: { sn: fresh } }, { token });
  expect(list[0]).toMatchObject({ now: 311.3, todayPower: 0.9 });
  const { deviceList } = await ask('site/overview', { sid }, { token });
  const onPage = deviceList.find((device) => device.sn === meter)!;
  const meterRow = response.children.find((child) => child.sn === meter)!;
  expect(onPage.todayFlows).toContainEqual({ flow: 'toGrid', energy: 0.017 });
  expect([Number(onPage.now), onPage.nowOf, onPage.todayFlows]).toEqual([
    meterRow.now,
    meterRow.nowOf,
    meterRow.todayFlows,
  ]);
});

test('treats another company’s gateway as missing', async () => {
  const foreign = await makeDevice(sql, { product: 'HG-1' });
  expect(await call('device/connection', { sn: foreign.sn }, { token })).toMatchObject({
    code: ERROR_CODES.deviceNotFound,
  });
});
