// How many frames of one serial number or one source are accepted.
import { describe, expect, test } from 'vitest';
import type { KnownDevice } from '../../installation/knownDevices.ts';
import { createFrameLimiter } from './frameLimiter.ts';

const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const device = { sn: 'GW000001' } as KnownDevice;

const limiterFor = (hadShare?: boolean) =>
  createFrameLimiter({ hasReservedQuota: (_, source) => source === HOME, hadReservedQuota: () => hadShare });

function countAccepted(times: number, accept: (n: number) => boolean | string): number {
  return Array.from({ length: times }, (_, n) => accept(n)).filter((result) => result === true || result === 'accept')
    .length;
}

describe('frames of a known device', () => {
  test('are limited by source, and other sources do not use up the share of the usual one', () => {
    const limiter = limiterFor();
    expect(countAccepted(140, () => limiter.acceptDevice(device, ELSEWHERE, 0))).toBe(30);
    // Five of each source are its own; the rest comes from what they share.
    expect(countAccepted(6_000, (n) => limiter.acceptDevice(device, `10.0.0.${n % 1_000}`, 0))).toBe(5_000 + 95);
    expect(countAccepted(140, () => limiter.acceptDevice(device, HOME, 0))).toBe(120);
  });
});

test('accepts a frame a minute from any source, whoever was first and whatever others send', () => {
  const limiter = limiterFor();
  for (let minute = 0; minute < 120; minute++) {
    const nowMs = minute * 60_000;
    for (let n = 0; n < 200; n++)
      for (let frame = 0; frame < 10; frame++) limiter.acceptDevice(device, `10.0.0.${n}`, nowMs);
    expect(limiter.acceptDevice(device, ELSEWHERE, nowMs)).toBe(true);
  }
});

describe('frames of a serial number that has not been read', () => {
  test.each([
    { hadShare: true, accepted: 120 },
    { hadShare: false, accepted: 30 },
    { hadShare: undefined, accepted: 120 },
  ])('are limited to $accepted when the remembered share is $hadShare', ({ hadShare, accepted }) => {
    const limiter = limiterFor(hadShare);
    expect(countAccepted(200, () => limiter.acceptUnread('NEW00001', HOME, 0))).toBe(accepted);
  });

  test('are looked up once a source has sent 500 new serial numbers, and rejected after 200 look-ups', () => {
    const limiter = limiterFor();
    for (let n = 0; n < 500; n++) limiter.countUnclaimed(`NEW${n}`, HOME, 0);
    const outcomes = Array.from({ length: 201 }, (_, n) => limiter.acceptUnread(`NEXT${n}`, HOME, 0));
    expect(outcomes.slice(0, 200).every((outcome) => outcome === 'lookup')).toBe(true);
    expect(outcomes[200]).toBe('reject');
    expect(limiter.acceptUnread('NEW1', HOME, 0)).toBe('accept');
    expect(limiter.acceptUnread('NEXT1', ELSEWHERE, 0)).toBe('accept');
  });
});
