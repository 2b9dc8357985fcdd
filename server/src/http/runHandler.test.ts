// A response by the contract: fields that it does not name are stripped, those of page modules are empty for a role without them.
import { call as declareCall } from '@heliograph/contract/call.ts';
import { money } from '@heliograph/contract/pageModules.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenSession } from '../access/session.ts';
import { parseResponse } from './runHandler.ts';

const call = declareCall({
  summary: 'Reads rows with an income.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({ rows: z.array(z.object({ name: z.string(), income: money(z.number(), 0) })) }),
});
const result = { rows: [{ name: 'Roof', income: 12.5, passwordHash: 'x' }], more: true };
const sessionWith = (...permissions: Permission[]) => ({ permissions: new Set(permissions) }) as unknown as OpenSession;

test.each([
  ['a role with the page module', sessionWith('SiteMoney'), 12.5],
  ['a role without it, which gets the empty value', sessionWith('PvPlant'), 0],
  ['a public call', null, 12.5],
])('only fields of the contract are sent to %s', (_, session, income) => {
  expect(parseResponse({ call, session }, result)).toEqual({ rows: [{ name: 'Roof', income }] });
});

test('a result that does not fit the contract is a fault', () => {
  expect(() => parseResponse({ call, session: null }, { rows: [{ name: 'Roof' }] })).toThrow();
});
