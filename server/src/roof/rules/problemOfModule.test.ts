// Which problem a module on the roof is marked with.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { expect, test } from 'vitest';
import { problemsByModule } from './problemOfModule.ts';

const problem = (name: string, sn: string, input: number, level: EventLevel) => ({ name, sn, input, level });
const problemsOf = problemsByModule([
  problem('silent', 'A', 0, 'fault'),
  problem('weak', 'A', 2, 'warning'),
  problem('dead', 'A', 3, 'fault'),
  problem('voltage', 'B', 0, 'warning'),
  problem('weak', 'B', 1, 'warning'),
]);

test.each([
  ['A', 1, ['silent']],
  ['A', 2, ['silent', 'weak']],
  ['A', 3, ['dead', 'silent']],
  ['B', 1, ['weak', 'voltage']],
  ['B', 2, ['voltage']],
  ['C', 1, []],
])('input %s %i has its own problems and those of its device, the most severe first', (sn, input, names) =>
  expect(problemsOf(sn, input).map(({ name }) => name)).toEqual(names),
);
