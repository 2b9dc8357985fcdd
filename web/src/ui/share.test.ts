// The share sheet, played by a browser that shares, refuses, or whose reader closes the sheet.
import { afterEach, expect, test, vi } from 'vitest';
import { canShare, share } from './share.ts';

afterEach(() => vi.unstubAllGlobals());
const browser = (ends: () => Promise<void>) =>
  vi.stubGlobal('navigator', { canShare: ({ files }: ShareData) => !files, share: ends });

test('a browser without a share sheet shares nothing, one with it what it can', () => {
  vi.stubGlobal('navigator', {});
  expect(canShare({ url: 'https://solar.example.com' })).toBe(false);
  browser(async () => undefined);
  expect(canShare({ url: 'https://solar.example.com' })).toBe(true);
  expect(canShare({ files: [new File([], 'report.pdf')] })).toBe(false);
});

test('closing the sheet is no failure, a refusal of the browser is', async () => {
  browser(() => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await share({ url: '/' })).toBe(true);
  browser(() => Promise.reject(new DOMException('too late', 'NotAllowedError')));
  expect(await share({ url: '/' })).toBe(false);
});
