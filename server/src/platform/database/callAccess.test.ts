// A database restored without the grants and policies of the role of calls gets them back at the next start.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { migrate, migrationsDir } from './migrate.ts';

test('restores lost grants and policies of the role of calls, and refuses to start without knowing them', async () => {
  const { sql, ask, call, signedIn } = await testServer();
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const token = await signedIn(user.id);
  const isSeen = async () => (await ask('site/detail', { sid }, { token })).sid;
  const access = async () => [
    await sql`select grantee, table_name, privilege_type from information_schema.role_table_grants where grantee = 'heliograph_call' order by 1, 2, 3`,
    await sql`select table_name, column_name, privilege_type from information_schema.role_column_grants where grantee = 'heliograph_call' order by 1, 2, 3`,
    await sql`select oid::regprocedure::text as name, has_function_privilege('heliograph_call', oid, 'execute') as may_call from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    await sql`select tablename, policyname, permissive, roles::text as roles, cmd, qual, with_check from pg_policies order by 1, 2`,
  ];
  const before = await access();
  expect(await isSeen()).toBe(sid);
  const spoil = async () => {
    // As pg_restore --no-privileges, and as the errors that it skips without the role.
    await sql.unsafe(`
      revoke all on all tables in schema public from heliograph_call;
      revoke all on all sequences in schema public from heliograph_call;
      revoke all on all functions in schema public from heliograph_call;
      grant execute on all functions in schema public to public;
      do $$ declare p record; begin
        for p in select * from pg_policies where schemaname = 'public' loop
          execute format('drop policy %I on %I', p.policyname, p.tablename);
        end loop;
      end $$`);
  };
  await spoil();
  expect((await call('site/detail', { sid }, { token })).code).toBe(500);
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  await migrate(sql, migrationsDir, print);
  expect(printed.splice(0).join()).toMatch(/lacked \d{3,} of its rights/);
  expect(await isSeen()).toBe(sid);
  expect(await access()).toEqual(before);
  await migrate(sql, migrationsDir, print);
  expect(printed).toEqual([]);

  await spoil();
  await sql`delete from settings where name = 'call_access'`;
  await expect(migrate(sql)).rejects.toThrow('lacks its rights to the tables');
});
