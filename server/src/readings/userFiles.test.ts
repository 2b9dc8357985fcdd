// Tests whose file is made next: companies take turns, then their users, then the order of requests.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { makeUser } from '../../test/factories.ts';
import { nextFile } from './userFiles.ts';

const { sql, drop } = await freshDatabase('seeded');
afterAll(drop);

test('companies take turns with their files, then the users of a company, then the order of their requests', async () => {
  const many = await makeUser(sql);
  const colleague = await makeUser(sql, { companyId: many.companyId });
  const other = await makeUser(sql);
  const names = new Map([
    [many.id, 'many'],
    [colleague.id, 'colleague'],
    [other.id, 'other'],
  ]);
  for (const [n, { id, companyId }] of [many, many, many, colleague, other].entries())
    await sql`
      insert into user_files (user_id, company_id, id, about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days)
      values (${id}, ${companyId}, ${randomUUID()}, 'S', ${`D${n}`}, '2026-06-15', '2026-06-15', 'csv', '{}', 'en', 'x', ${new Date(n)}, 1)`;
  const order: string[] = [];
  for (let file = await nextFile(sql); file; file = await nextFile(sql)) {
    order.push(names.get(file.userId)!);
    // As a server does that makes it.
    await sql`
      update user_files set begun_at = clock_timestamp(), held_until = now() + interval '1 hour'
      where user_id = ${file.userId} and id = ${file.id}`;
  }
  expect(order).toEqual(['many', 'other', 'colleague', 'many', 'many']);
});
