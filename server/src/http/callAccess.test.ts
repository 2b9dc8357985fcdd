// Which refusal a session gets for which call, before anything else of the request is read.
import type { Permission } from '@heliograph/contract/permissions.ts';
import { expect, test } from 'vitest';
import { accessRefusal } from './callAccess.ts';

const plain = { permissions: new Set<Permission>(['PvPlant']), owesSecondFactor: false, viewing: null };
const call = { access: 'signedIn', changes: false, beforeSecondFactor: false, whileViewingAs: false } as const;
const plants = { anyOf: ['PvPlant', 'DeviceRegister'] } as const;
const userPages = { anyOf: ['UserCreate'] } as const;
const owing = { ...plain, owesSecondFactor: true };
const viewing = { ...plain, viewing: 3 };

test.each([
  ['any session may make a call for all signed in', call, plain, undefined],
  ['one of the permissions is enough', { ...call, access: plants }, plain, undefined],
  ['none of the permissions is forbidden', { ...call, access: userPages }, plain, 'forbidden'],
  ['a missing second factor is refused', call, owing, 'secondFactorRequired'],
  ['a call to set up the second factor is open before it', { ...call, beforeSecondFactor: true }, owing, undefined],
  ['a missing permission comes before a missing second factor', { ...call, access: userPages }, owing, 'forbidden'],
  ['a view as another role reads', call, viewing, undefined],
  ['a view as another role changes nothing', { ...call, changes: true }, viewing, 'viewingAs'],
  ['a view as another role can be left', { ...call, changes: true, whileViewingAs: true }, viewing, undefined],
] as const)('%s', (_, declared, session, refusal) => {
  expect(accessRefusal(declared, session)).toBe(refusal);
});
