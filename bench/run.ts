// Runs all benchmarks one after another and prints their tables: `npm run bench`, or some of them by name.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// A file in this folder that begins with its claim is a benchmark; the others are shared modules.
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').startsWith('// Claim:'))
  .map((file) => file.replace(/\.ts$/, ''));
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  process.exit(2);
}
let failed = false;
for (const name of all.filter((one) => selected.length === 0 || selected.includes(one))) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
