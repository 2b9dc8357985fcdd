// Writes a test message to one's own channel.
import { randomUUID } from 'node:crypto';
import type { CallContext } from '../context.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';

export async function writeTest({ context, sql, session, at }: CallContext, channelId: string): Promise<string> {
  await countAttempt(context, 'channelTests', session.userId);
  const id = randomUUID();
  await sql`
    insert into deliveries (id, channel_id, user_id, event, fact, at, made_at, next_try_at)
    values (${id}, ${channelId}, ${session.userId}, 'test', '{}', ${at}, ${at}, ${at})`;
  return id;
}
