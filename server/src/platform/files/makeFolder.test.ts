// Folders are created with their parents, or refused at once where that is impossible.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './makeFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'makeFolder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('creates a folder with its parents, and keeps an existing one', () => {
  const path = join(folder, 'a/b/c');
  makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  makeFolder(path, 0o711);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('throws where a file has that name or is its parent', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file, 0o700)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'sub'), 0o700)).toThrow(/ENOTDIR|EEXIST/);
});

test.runIf(process.platform === 'linux')('throws where the system creates no folders', () => {
  expect(() => makeFolder('/proc/heliograph/data', 0o700)).toThrow(/ENOENT|EACCES|EPERM/);
});
