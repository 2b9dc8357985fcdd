// After everything was collected, what is scheduled for the next tick costs a fraction of what it costs without the kept shape.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Microseconds of a processor for each tick, after a collection of everything. */
function tickUs(withShape: boolean): number {
  const program = `
    const { keepTickShape } = await import(${JSON.stringify(new URL('./tickShape.ts', import.meta.url).href)});
    const ticks = (count) => new Promise((done) => { const next = () => (--count > 0 ? process.nextTick(next) : done()); next(); });
    await ticks(100_000);
    if (${withShape}) keepTickShape();
    await new Promise((done) => setTimeout(done, 20));
    await gc({ type: 'major', execution: 'async', flavor: 'last-resort' });
    await ticks(100_000);
    const before = process.cpuUsage();
    await ticks(300_000);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 300_000);`;
  return Number(
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], { encoding: 'utf8' }),
  );
}

test('a tick costs at most half of what it costs without', () => {
  expect(tickUs(true)).toBeLessThan(tickUs(false) / 2);
});
