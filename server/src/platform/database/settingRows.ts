// Rows of the table `settings`: facts about the whole portal, each by its name.
import type { Sql, Transaction } from './connect.ts';

export async function readSetting<T>(sql: Sql | Transaction, name: string): Promise<T | undefined> {
  const [row] = await sql<{ value: T }[]>`select value from settings where name = ${name}`;
  return row?.value;
}

export async function writeSetting(sql: Sql | Transaction, name: string, value: unknown): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::text::jsonb)
    on conflict (name) do update set value = excluded.value`;
}
