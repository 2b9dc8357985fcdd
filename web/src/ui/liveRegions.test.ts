// Tests that results are spoken by the announcer alone, so that no part of a page speaks them a second time or each second.
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Regions that are allowed: the sentence of a form, the announcer itself, and texts that are silenced. */
const ALLOWED = ['./Notice.tsx', './announcer.ts', './toast.tsx', '../components/Age.tsx'];

test('has no polite live region besides the announcer and the sentences of forms', () => {
  const found = Object.entries(sources)
    .filter(([, source]) => /role=("|\{')(status|log)|'status'\}|aria-live|ariaLive/.test(source))
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(ALLOWED.toSorted());
});
