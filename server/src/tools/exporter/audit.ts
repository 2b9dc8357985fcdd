// What a person does with a command line beside the server stands in the same audit log: without an account.
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
