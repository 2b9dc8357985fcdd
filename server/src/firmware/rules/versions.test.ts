// Order of versions, their fit to a device, and steps of an update.
import { expect, test } from 'vitest';
import { compareVersions, fitOf, updateStep } from './versions.ts';

test.each([
  ['1.8.0', '1.10.0', -1],
  ['1.10', '1.10.0', 0],
  ['v2.0', '2.0', 0],
  ['2.0', '2.0.1', -1],
  ['12', '9', 1],
  ['1.0-rc1', '1.0', -1],
  ['1.0-rc2', '1.0-rc10', -1],
  ['1.0', '1.0-beta', 1],
  ['2026.03.30', '2025.12.01', 1],
  ['', '', 0],
])('compares version "%s" with "%s"', (left, right, order) => {
  expect(Math.sign(compareVersions(left, right))).toBe(order);
  expect(Math.sign(compareVersions(right, left))).toBe(order === 0 ? 0 : -order);
});

test.each([
  [{ hardware: '2.1', versionName: '1.8.0' }, { hardware: '', versionName: '1.9.0' }, 'newer'],
  [{ hardware: '2.1', versionName: '1.8.0' }, { hardware: '2.1', versionName: '1.9.0' }, 'newer'],
  [{ hardware: '2.1', versionName: '1.8.0' }, { hardware: '3', versionName: '1.9.0' }, 'otherHardware'],
  [{ hardware: '', versionName: '1.8.0' }, { hardware: '3', versionName: '1.9.0' }, 'otherHardware'],
  [{ hardware: '', versionName: '1.8.0' }, { hardware: '', versionName: '1.8.0' }, 'same'],
  [{ hardware: '', versionName: '1.8' }, { hardware: '', versionName: 'v1.8.0' }, 'same'],
  [{ hardware: '', versionName: '1.8.0' }, { hardware: '', versionName: '1.7.9' }, 'older'],
  [{ hardware: '', versionName: '' }, { hardware: '', versionName: '1.9.0' }, 'unknown'],
] as const)('a device with %o rates version %o as %s', (device, firmware, fit) => {
  expect(fitOf(device, firmware)).toBe(fit);
});

test.each([
  ['approved', 'write', 'queued'],
  ['issued', 'write', 'queued'],
  ['accepted', 'write', 'downloading'],
  ['accepted', 'read', 'verified'],
  ['readBack', 'read', 'updated'],
  ['readBack', 'write', 'updated'],
  ['failed', 'write', 'failed'],
  ['expired', 'read', 'failed'],
] as const)('a command that is %s in step %s shows as %s', (state, step, expected) => {
  expect(updateStep({ state, step, reason: '' })).toBe(expected);
});

test('an update that its owner halted does not count as verified', () => {
  const halted = { step: 'read', reason: 'controlOff' } as const;
  expect(updateStep({ state: 'issued', ...halted })).toBe('queued');
  expect(updateStep({ state: 'accepted', ...halted })).toBe('downloading');
});
