// Runs all measurements one after another and prints their tables: `npm run bench`, or one of them by name.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const all = ['frames', 'kill', 'calls', 'bundle'];
const asked = process.argv.slice(2);
let failed = false;
for (const name of all.filter((one) => asked.length === 0 || asked.includes(one))) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
