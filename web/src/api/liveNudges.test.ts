// Parsing of events that arrive in pieces, and invalidation of exactly the calls of the notified site.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aboutRollouts, aboutSite, eventReader, onNotification } from './liveNudges.ts';
import { callKey } from './useCall.ts';

test('the event reader returns complete events and ignores comments and other fields', () => {
  const events: string[] = [];
  const read = eventReader((data) => events.push(data));
  const stream = ': hello\n\ndata: {"sid":"A"}\n\nevent: nudge\r\ndata: {"sid":\r\ndata: "B"}\r\n\r\ndata: {"sid":"C"}';
  for (const character of stream) read(character);
  expect(events).toEqual(['{"sid":"A"}', '{"sid":\n"B"}']);
  read('\n\n');
  expect(events.at(-1)).toBe('{"sid":"C"}');
});

test('a notification invalidates the calls of its site only', async () => {
  const client = new QueryClient();
  const mine = callKey('site/overview', { sid: 'A' });
  const other = callKey('site/overview', { sid: 'B' });
  const list = callKey('site/listWithSN', {});
  for (const key of [mine, other, list]) client.setQueryData(key, {});
  await onNotification(client, aboutSite('A'));
  expect([mine, other, list].map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([true, false, false]);
});

test('a notification of a roll-out invalidates the calls about roll-outs and none about plants', async () => {
  const client = new QueryClient();
  const rollouts = ['list', 'detail', 'devices'].map((last) =>
    callKey(`configuration/ota/rollout/${last}` as 'configuration/ota/rollout/list', {}),
  );
  const other = callKey('configuration/ota/list', {});
  const site = callKey('site/overview', { sid: 'A' });
  for (const key of [...rollouts, other, site]) client.setQueryData(key, {});
  await onNotification(client, aboutRollouts(['11111111-1111-4111-8111-111111111111']));
  expect([...rollouts, other, site].map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('opening the stream invalidates answers of an earlier page and not newer ones', async () => {
  const client = new QueryClient();
  const earlier = callKey('site/overview', { sid: 'A' });
  const later = callKey('device/alerts', { sid: 'A' });
  client.setQueryData(earlier, {}, { updatedAt: 1_000 });
  client.setQueryData(later, {}, { updatedAt: 2_000 });
  await onNotification(client, aboutSite('A'), 2_000);
  expect([earlier, later].map((key) => client.getQueryState(key)!.isInvalidated)).toEqual([true, false]);
});

test('a pending call is not repeated when the stream opens, but is repeated after a notification of its site', async () => {
  const client = new QueryClient();
  const queryKey = callKey('site/overview', { sid: 'A' });
  let requests = 0;
  const answers: (() => void)[] = [];
  client.setQueryData(queryKey, { requests: 0 }, { updatedAt: 1_000 });
  const queryFn = () => new Promise<object>((resolve) => answers.push(() => resolve({ requests: ++requests })));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => {});
  await onNotification(client, aboutSite('A'), Date.now());
  expect(answers).toHaveLength(1);
  const notified = onNotification(client, aboutSite('A'));
  expect(answers).toHaveLength(2);
  for (const answer of answers) answer();
  await notified;
  stop();
});
