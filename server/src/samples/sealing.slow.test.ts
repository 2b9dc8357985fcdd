// Sealing by a process that is kill at any point while reports arrive: every sample remains readable exactly once.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reportServer } from '../../test/reportServer.ts';
import {
  expectPlant,
  layoutOf,
  type ModelSample,
  type Plant,
  plantsOf,
  sampleAt,
  tell,
} from '../../test/sampleModel.ts';
import { AFTER, expectSealed, holdBlocks, THREE_DAYS, threeDays, untilWaiting } from '../../test/sealingSteps.ts';
import { compactSampleDays } from './sealing.ts';

const { sql, context, clock, another, databaseUrl } = await reportServer();

const makePlants = (count: number, timezone?: string) => plantsOf(sql, count, timezone);
const report = (plant: Plant, samples: readonly ModelSample[]) => tell(context, plant, samples);
const expectWhole = (plant: Plant) => expectPlant(sql, plant);

async function startSealer(): Promise<ChildProcess> {
  const sealer = fork(join(import.meta.dirname, '../../test/sealForever.ts'), [databaseUrl, AFTER], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => sealer.once('message', resolve));
  return sealer;
}

async function kill(sealer: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => sealer.once('exit', resolve));
  sealer.kill('SIGKILL');
  await ended;
}

test('loses and duplicates no sample when the sealing process is killed at any point while reports arrive', async () => {
  clock.set(AFTER);
  const fleet = await makePlants(8);
  for (let round = 0; round < 6; round++) {
    const sealer = await startSealer();
    const killing = wait((round * 53) % 170).then(() => kill(sealer));
    // Instants of this round come late and in between, some of an earlier round again with other values, which are ignored.
    for (const [more, plant] of fleet.entries()) {
      const instants = threeDays.filter((_, index) => index % 6 === round || index % 12 === (round * 5) % 12);
      await report(
        plant,
        instants.map((ms) => sampleAt(ms, more + round)),
      );
    }
    await killing;
    for (const plant of fleet) await expectWhole(plant);
  }
  await compactSampleDays(context);
  for (const plant of fleet) await expectSealed(sql, plant, THREE_DAYS);
});

test('keeps the rows when the process is killed between deleting rows and writing blocks', async () => {
  clock.set(AFTER);
  const fleet = await makePlants(3);
  const release = await holdBlocks(another().sql);
  for (const plant of fleet) {
    await report(
      plant,
      threeDays.map((ms) => sampleAt(ms)),
    );
  }
  const sealer = await startSealer();
  await untilWaiting(sql, 1);
  await kill(sealer);
  await release();
  for (const plant of fleet) {
    await expectWhole(plant);
    expect((await layoutOf(sql, plant.sid, plant.sn)).blocks).toEqual([]);
  }
  await compactSampleDays(context);
  for (const plant of fleet) await expectSealed(sql, plant, THREE_DAYS);
});
