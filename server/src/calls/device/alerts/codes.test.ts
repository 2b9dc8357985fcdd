// device/alerts/codes: texts of every code in every language, without details of a single event.
import { EVENT_CODES } from '@heliograph/contract/events.ts';
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, signedIn } = await testServer();

test.each([
  ['en', '6', 'Temperature over', 'Module produces nothing'],
  ['de', '3', 'Übertemperatur', 'Modul erzeugt nichts'],
])('lists each code once with its title: %s', async (_language, lan, ofDevice, ofModule) => {
  const token = await signedIn((await makeUser(sql, { role: 'owner' })).id);
  const { list } = await ask('device/alerts/codes', {}, { token, headers: { lan } });
  expect(list.map(({ code }) => code)).toEqual([...EVENT_CODES]);
  const titles = list.map(({ title }) => title);
  expect(new Set(titles).size).toBe(EVENT_CODES.length);
  expect(titles.filter((title) => title === '' || title.includes('{'))).toEqual([]);
  const titleOf = (requested: string) => list.find(({ code }) => code === requested);
  expect(titleOf('0800')).toEqual({ code: '0800', level: 'warning', title: ofDevice });
  expect(titleOf('deadModule')).toEqual({ code: 'deadModule', level: 'fault', title: ofModule });
});
