// brand/removeMark: harmless where there is no mark, and recorded.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, signedIn, sql } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('answers the mark that ships with the portal, also when there was no other', async () => {
  const { marks } = await ask('brand/removeMark', { id: 8, scheme: 'light' }, { token });
  expect(marks.light).toBe('/brand/8.svg');
  const [line] = await sql<{ object: string }[]>`
    select object from audit_log where action = 'brand/removeMark' order by id desc limit 1`;
  expect(line!.object).toBe('brand 8');
});
