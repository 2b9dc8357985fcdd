// Serial numbers and topics: permitted publications and subscriptions of a device.
import { describe, expect, test } from 'vitest';
import { canPublishWill, parseSerial, topicDirection, topicMatches, topicSubject } from './topics.ts';

test.each([
  ['GW000001', 'GW000001'],
  ['gw000001', 'GW000001'],
  ['ſw000001', undefined],
  ['', undefined],
  [7, undefined],
])('parses the serial number %j as %j', (text, expected) => {
  expect(parseSerial(text)).toBe(expected);
});

describe('the topics of GW000001', () => {
  test.each([
    ['hg/GW000001/up/report', 'report'],
    ['hg/gw000001/up/report', 'report'],
    ['hg/GW000001/up/log', 'unknown'],
    ['hg/GW000001/up/report/more', 'unknown'],
    ['hg/GW000001/opendtu/dtu/status', 'opendtu'],
    ['hg/GW000001/down/time', 'forbidden'],
    ['status', 'forbidden'],
    ['hg/status', 'forbidden'],
    ['hg/GW000002/up/report', 'otherDevice'],
    ['hg/gw000002/up/report', 'otherDevice'],
    ['hg/gw000002', 'forbidden'],
  ])('include %s as "%s"', (topic, expected) => {
    expect(topicSubject('GW000001', topic)).toBe(expected);
  });

  test.each([
    ['hg/GW000001/up/state', true],
    ['hg/gw000001/opendtu/dtu/status', true],
    ['hg/GW000001/up/#', false],
    ['hg/GW000001/down/time', false],
    ['hg/GW000002/up/state', false],
  ])('may be used for its will: %s is %s', (topic, expected) => {
    expect(canPublishWill('GW000001', topic)).toBe(expected);
  });

  test.each([
    ['hg/GW000001/down/#', 'down'],
    ['hg/gw000001/opendtu/+/cmd/power', 'opendtu'],
    ['hg/GW000001/down', ''],
    ['hg/+/down/#', ''],
    ['hg/GW000002/down/#', ''],
  ])('have a direction: that of %s is "%s"', (filter, expected) => {
    expect(topicDirection('GW000001', filter)).toBe(expected);
  });
});

test.each([
  ['hg/A/down/#', 'hg/A/down/command', true],
  ['hg/A/down/#', 'hg/A/down', true],
  ['hg/A/down/#', 'hg/AB/down/command', false],
  ['hg/A/down/+', 'hg/A/down/command', true],
  ['hg/A/down/+', 'hg/A/down/command/x', false],
  ['hg/A/down/command', 'hg/A/down/command', true],
  ['hg/A/down/time', 'hg/A/down/command', false],
])('matches filter %s with topic %s: %s', (filter, topic, expected) => {
  expect(topicMatches(filter, topic)).toBe(expected);
});
