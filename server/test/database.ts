// A fresh database per test file: a clone of the migrated template.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { connect, NO_LIMITS, type Sql } from '../src/db/connect.ts';
import { databaseOn } from './databaseOn.ts';

export type FreshDatabase = { sql: Sql; url: string; drop: () => Promise<void> };

/** `template0` gives an empty one, for tests of migrations. */
export async function freshDatabase(template: 'migrated' | 'template0' = 'migrated'): Promise<FreshDatabase> {
  const adminUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(adminUrl, { max: 1 });
  const from = template === 'migrated' ? inject('template') : template;
  await admin.unsafe(`create database ${name} template ${from} encoding 'UTF8' strategy file_copy`);
  await admin.end();
  const url = databaseOn(adminUrl, name);
  // A test may hold a transaction for as long as a slow machine takes.
  const sql = connect(url, { max: 5, limits: NO_LIMITS });
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    const last = connect(adminUrl, { max: 1 });
    // A process of the database's own (autovacuum) that is at it for a moment is no connection of ours to end.
    for (let tries = 0; ; tries++) {
      const failure = await last.unsafe(`drop database if exists ${name} with (force)`).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) break;
      if (tries >= 50) throw failure;
      await wait(200);
    }
    await last.end();
  };
  return { sql, url, drop };
}
