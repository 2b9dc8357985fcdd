// Writes audit lines of command-line tools, which have no account.
import type { Context } from '../../context.ts';

export async function auditTool(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  action: string,
  sid: string,
  after: object,
): Promise<void> {
  await sql`
    insert into audit_log (at, address, action, object, after)
    values (${clock.now()}, 'command line', ${action}, ${sid}, ${JSON.stringify(after)}::text::jsonb)`;
}
