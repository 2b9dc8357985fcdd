// A fresh database per test file: a clone of the migrated template.
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql, socketUrl } from '../src/db/connect.ts';

export type FreshDatabase = { sql: Sql; url: string; drop: () => Promise<void> };

/** `template0` gives an empty one, for tests of migrations. */
export async function freshDatabase(
  template: 'template_migrated' | 'template0' = 'template_migrated',
): Promise<FreshDatabase> {
  const socketDir = inject('socketDir');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = socketUrl(socketDir, 'postgres');
  const admin = connect(adminUrl, { max: 1 });
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  const url = socketUrl(socketDir, name);
  const sql = connect(url, { max: 5 });
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    const last = connect(adminUrl, { max: 1 });
    await last.unsafe(`drop database if exists ${name} with (force)`);
    await last.end();
  };
  return { sql, url, drop };
}
