// Which open events of a plant are one problem.
import { expect, test } from 'vitest';
import { type OpenEvent, problemCauses } from './problemCauses.ts';

const devices = ['A', 'B', 'C'].map((sn) => ({ sn, gatewaySn: '', isGateway: false }));
const event = (sn: string, code: OpenEvent['code']): OpenEvent => ({
  sn,
  code,
  openedKey: `2026-06-0${sn}`,
  detail: null,
});

test.each<[string, OpenEvent['code'], number]>([
  ['a high grid voltage at two devices is one problem, as the grid is one', 'voltageCurtailment', 1],
  ['power limits of two devices are two', 'powerLimit', 2],
])('%s', (_case, code, problems) => {
  const causes = problemCauses([event('A', code), event('B', code)], devices);
  expect(causes.filter(({ isLead }) => isLead)).toHaveLength(problems);
  expect(new Set(causes.map(({ cause }) => cause)).size).toBe(problems);
});
