// Events are read whole however the network cuts them, and a nudge makes old exactly what was asked for its site.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aboutRollouts, aboutSite, eventReader, onNotification } from './liveNudges.ts';
import { callKey } from './useCall.ts';

test('events arrive whole, comments and other fields are passed over', () => {
  const heard: string[] = [];
  const read = eventReader((data) => heard.push(data));
  const stream = ': hello\n\ndata: {"sid":"A"}\n\nevent: nudge\r\ndata: {"sid":\r\ndata: "B"}\r\n\r\ndata: {"sid":"C"}';
  for (const letter of stream) read(letter);
  expect(heard).toEqual(['{"sid":"A"}', '{"sid":\n"B"}']);
  read('\n\n');
  expect(heard.at(-1)).toBe('{"sid":"C"}');
});

test('only the nudged site is asked again', async () => {
  const client = new QueryClient();
  const mine = callKey('site/overview', { sid: 'A' });
  const other = callKey('site/overview', { sid: 'B' });
  const list = callKey('site/listWithSN', {});
  for (const key of [mine, other, list]) client.setQueryData(key, {});
  await onNotification(client, aboutSite('A'));
  expect([mine, other, list].map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([true, false, false]);
});

test('a roll-out that has moved makes old what tells of roll-outs, and nothing of plants', async () => {
  const client = new QueryClient();
  const told = ['list', 'detail', 'devices'].map((last) =>
    callKey(`configuration/ota/rollout/${last}` as 'configuration/ota/rollout/list', {}),
  );
  const other = callKey('configuration/ota/list', {});
  const site = callKey('site/overview', { sid: 'A' });
  for (const key of [...told, other, site]) client.setQueryData(key, {});
  await onNotification(client, aboutRollouts(['11111111-1111-4111-8111-111111111111']));
  expect([...told, other, site].map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('what an earlier page left behind is asked again, what came since is not', async () => {
  const client = new QueryClient();
  const left = callKey('site/overview', { sid: 'A' });
  const asked = callKey('device/alerts', { sid: 'A' });
  client.setQueryData(left, {}, { updatedAt: 1_000 });
  client.setQueryData(asked, {}, { updatedAt: 2_000 });
  await onNotification(client, aboutSite('A'), 2_000);
  expect([left, asked].map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([true, false]);
});

test('what is under way when the stream opens is not asked for twice, but is when its site is nudged', async () => {
  const client = new QueryClient();
  const queryKey = callKey('site/overview', { sid: 'A' });
  let asked = 0;
  const answers: (() => void)[] = [];
  client.setQueryData(queryKey, { asked: 0 }, { updatedAt: 1_000 });
  const queryFn = () => new Promise<object>((resolve) => answers.push(() => resolve({ asked: ++asked })));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => {});
  await onNotification(client, aboutSite('A'), Date.now());
  expect(answers).toHaveLength(1);
  const nudged = onNotification(client, aboutSite('A'));
  expect(answers).toHaveLength(2);
  for (const answer of answers) answer();
  await nudged;
  stop();
});
