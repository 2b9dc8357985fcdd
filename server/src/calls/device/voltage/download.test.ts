// device/voltage/download: the means behind the evidence, each with its limit; same errors as for the evidence.
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { expect, test } from 'vitest';
import { makeDevice } from '../../../../test/factories.ts';
import { overlappingTexts } from '../../../../test/pdfTexts.ts';
import { createReportingPlant, type Told } from '../../../../test/reportingPlant.ts';

const { app, sql, sid, tell, device, call, asked, token, clock } = await createReportingPlant();
clock.set('2026-06-15T21:59:30Z');

test('writes a line per ten minutes with a value, and as many above the limit as the evidence', async () => {
  const { sn } = await device('Inverter');
  await tell(
    sn,
    'inverter',
    Array.from({ length: 24 }, (_, n): Told => {
      const at = new Date(Date.parse('2026-06-15T12:00:00+02:00') + n * 300_000).toISOString();
      return [at, { powerW: 1000, l1VoltageV: n >= 6 && n < 10 ? 254 : 236, l2VoltageV: 236, l3VoltageV: 236 }];
    }),
  );
  const body = { sid, sn, start: '2026-06-15' };
  const { content, name, type } = (await call('device/voltage/download', body, { token })).data as unknown as {
    content: string;
    name: string;
    type: string;
  };
  expect([name, type]).toEqual([`${sn}_voltage_2026-06-15.csv`, 'text/csv; charset=utf-8']);
  const [head, ...lines] = content.trim().split('\r\n');
  expect(head).toContain('"Grid voltage, ten-minute mean L1 (V)","Grid voltage, ten-minute mean L1: limit (V)"');
  expect(head).toContain('"Grid voltage, ten-minute mean L1–L2 (V)"');
  expect(lines).toHaveLength(12);
  // The expected power is last: an estimate.
  expect(lines[3]!.split(',').slice(0, -1)).toEqual([
    ...['2026-06-15T12:30:00+02:00', '2026-06-15 12:30:00', '', ''],
    ...['254', '253', '236', '253', '236', '253', '', '', '', '', '', '', '1', '0', '1000'],
  ]);
  const evidence = await asked('device/voltage', body);
  const above = lines.filter((line) => line.split(',').at(-4) === '1');
  expect(above).toHaveLength(evidence.lines[0]!.above);
  expect(above).toHaveLength(2);
});

test('refuses impossible days, and devices of others', async () => {
  const { sn } = await device('Inverter');
  const code = async (more: object) =>
    (await call('device/voltage/download', { sid, sn, ...more } as never, { token })).code;
  expect(await code({ start: '2026-06-15', end: '2026-06-14' })).toBe(1017);
  expect(await code({ start: '2026-01-01', end: '2026-06-14' })).toBe(1016);
  const other = await makeDevice(sql);
  expect(await code({ ...other, start: '2026-06-15' })).toBe(1006);
});

async function pagesOf(body: object, lan = '6') {
  const response = await app.inject({
    method: 'POST',
    url: '/v2/device/voltage/download',
    headers: { authorization: token, lan },
    payload: { sid, format: 'pdf', ...body },
  });
  expect(response.headers['content-type']).toBe('application/pdf');
  const document = await getDocumentProxy(new Uint8Array(response.rawPayload));
  const { text } = await extractText(document);
  const info = (await getMeta(document)).info;
  const all = text.join('\n').replaceAll(/\s+/g, ' ');
  return { document, pages: text, all, info, headers: response.headers };
}

/** Twelve hours of values every five minutes; L1 is too high in the second half. */
async function highInverter() {
  const { sn } = await device('Inverter');
  await tell(
    sn,
    'inverter',
    Array.from({ length: 144 }, (_, n): Told => {
      const at = new Date(Date.parse('2026-06-15T08:00:00+02:00') + n * 300_000).toISOString();
      return [at, { powerW: 1000, l1VoltageV: n >= 72 ? 254.4 : 236, l2VoltageV: 236, l3VoltageV: 236 }];
    }),
  );
  return sn;
}

test('writes the figures of its call as text into the PDF, in the user’s language', async () => {
  const sn = await highInverter();
  await sql`update sites set name = 'Größenwahn 東京' where sid = ${sid}`;
  const body = { sn, start: '2026-06-14', end: '2026-06-15' };
  const evidence = await asked('device/voltage', { sid, ...body });
  expect(evidence).toMatchObject({ hoursAbove: 6 });
  const { all, info, headers, pages } = await pagesOf({ ...body, language: 'de' });
  expect(headers['content-disposition']).toContain(`${sn}_voltage_2026-06-14_2026-06-15.pdf`);
  expect(info).toMatchObject({ Language: 'de', Title: expect.stringContaining('Nachweis der Netzspannung') });
  const german = (value: number, digits: number) =>
    value.toLocaleString('de', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  for (const text of [
    ...['Nachweis der Netzspannung: Größenwahn 東京', `Seriennummer ${sn}`, 'Tage von Europe/Berlin'],
    ...[`${german(evidence.hoursAbove, 2)} h`, '254,4 V', `${german(evidence.throttledHours, 2)} h`],
    ...[`${german(evidence.lostKwh!, evidence.lostKwh! >= 9.995 ? 1 : 2)} kWh`, '253,0', '15. Juni 2026'],
    ...['110 % der Nennspannung von 230,0 V', 'EN 50160', `Seite 1 von ${pages.length}`],
  ])
    expect(all, text).toContain(text);
  // Each mean above the limit, and no other.
  expect(all.match(/L1\s+254,4\s+253,0\s+1,4/g)).toHaveLength(evidence.lines[0]!.above);
  expect(evidence.lines[0]!.above).toBe(36);
  const { all: english } = await pagesOf(body);
  expect(english).toContain('Hours above the limit');
  const { all: chinese } = await pagesOf({ ...body, language: 'zh' });
  expect(chinese).toContain('超限小时数');
});

test('states missing reports in the PDF, and limits the size for a quarter of a year', async () => {
  const { sn } = await device('Inverter');
  const { all, document } = await pagesOf({ sn, start: '2026-06-15' });
  expect(all).toContain('This device reported no grid voltage on these days.');
  expect(await overlappingTexts(document)).toEqual([]);
  const high = await highInverter();
  const { pages } = await pagesOf({ sn: high, start: '2026-03-16', end: '2026-06-15' });
  expect(pages.length).toBeLessThan(25);
});
