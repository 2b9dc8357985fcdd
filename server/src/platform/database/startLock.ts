// Runs the database set-up of a start on one server at a time; a second one waits.
import type { Sql } from './connect.ts';
import { startLockKey } from './migrate.ts';

export async function underStartLock<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const session = await sql.reserve();
  try {
    // Without limits: the holder may be running a long migration.
    await session`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
    await session`select pg_advisory_lock(${startLockKey})`;
    try {
      return await work();
    } finally {
      await session`select pg_advisory_unlock(${startLockKey})`;
    }
  } finally {
    await session`reset lock_timeout`.catch(() => {});
    await session`reset statement_timeout`.catch(() => {});
    session.release();
  }
}
