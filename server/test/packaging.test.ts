// Tests what can be tested of a release without building one; `npm run release:try` tries a built one from outside.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../../packaging/stage.ts';
import { settings } from '../src/config.ts';

const root = join(import.meta.dirname, '../..');
const packaged = (name: string): string => readFileSync(join(root, 'packaging/files', name), 'utf8');

test('the launcher runs the server and each tool with the flags of package.json, from any folder', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const folder = mkdtempSync(join(tmpdir(), 'launcher-'));
  const put = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755 });
    return file;
  };
  put('node_modules/node/bin/node', '#!/bin/sh\nprintf "%s " "$@"');
  const program = put('bin/heliograph', launcher());
  const launch = (...args: string[]) => spawnSync(program, args, { cwd: '/', encoding: 'utf8' });
  try {
    for (const name of [
      'serve',
      'import',
      'export',
      'backup',
      'restore',
      'restore:plant',
      'verify',
      'adopt',
      'doctor',
      'audit:check',
    ]) {
      const command = scripts[name]!.replace(/^(exec )?node /, '').replace('server/src', `${folder}/server/src`);
      expect(launch(name, 'a file', '--flag').stdout).toBe(`${command} a file --flag `);
    }
    expect(launch('check').stdout).toBe(launch('upgrade:check').stdout);
    const { status, stderr } = launch('import-all');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/one of serve, .*audit:check, health, version/)]);
    expect(launch().status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the packaged settings are settings of the server', () => {
  const names = [...packaged('heliograph.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !(name in settings))).toEqual([]);
  const composed = [
    ...packaged('compose.yaml')
      .split('database:')[0]!
      .matchAll(/^ {6}([A-Z_]+):/gm),
  ];
  expect(composed.map(([, name]) => name!).filter((name) => !(name in settings))).toEqual([]);
});
