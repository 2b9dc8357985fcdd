// The feed's handling of removed plants and refused calls; homeAssistantFeed.test.ts tests discovery itself.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import type { InternalCall } from '../../http/internalCalls.ts';
import { ALL_PLANTS, type FeedState, publishDue } from './homeAssistantPublisher.ts';

function makeFeed() {
  const sent: [topic: string, text: string][] = [];
  const ended: string[] = [];
  const feed: FeedState = {
    requester: { token: 'token', address: '203.0.113.7', client: 'Home Assistant' },
    language: 'en',
    link: {
      send: (topic, text) => sent.push([topic, text]) > 0,
      end: (reason) => void ended.push(reason),
    },
    published: new Map([['S1', new Map([['S1/config', '{}']])]]),
    due: new Set(),
    isClosed: false,
  };
  return { feed, sent, ended };
}

const refuse = (code: number, status: number) => (async () => ({ refusal: { code, msg: '', status } })) as InternalCall;

test('removes a plant that the user has lost', async () => {
  const { feed, sent } = makeFeed();
  feed.due.add('S1');
  await publishDue(refuse(ERROR_CODES.siteNotFound, 200), feed);
  expect(sent).toEqual([['S1/config', '']]);
  expect([...feed.published.keys()]).toEqual([]);
});

test('removes plants that are no longer listed', async () => {
  const { feed, sent } = makeFeed();
  feed.due.add(ALL_PLANTS);
  await publishDue((async () => ({ data: { list: [] } })) as unknown as InternalCall, feed);
  expect(sent).toEqual([['S1/config', '']]);
});

test.each([
  { status: 401, ended: ['notAllowed'], due: [] },
  { status: 403, ended: ['notAllowed'], due: [] },
  { status: 429, ended: [], due: [ALL_PLANTS] },
  { status: 503, ended: [], due: [ALL_PLANTS] },
])('ends the session or tries again after a refusal with status $status', async ({ status, ended: reasons, due }) => {
  for (const what of [ALL_PLANTS, 'S1']) {
    const { feed, ended } = makeFeed();
    feed.due.add(what);
    await publishDue(refuse(1000, status), feed);
    expect(ended).toEqual(reasons);
    expect([...feed.due]).toEqual(due);
    expect(feed.published.size).toBe(1);
  }
});
