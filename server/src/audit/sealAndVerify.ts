// Seals the audit log as it grows, and looks through all of it again and again.
import type { Context } from '../context.ts';
import { checkAudit, extendAuditChain } from './auditChain.ts';

export async function sealAndVerifyAuditLog({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await extendAuditChain(sql, () => clock.now());
}

/** What it finds is shown on the log's page; the newest seal goes into the server's own log, which may be kept elsewhere. */
export async function checkAuditLog({ sql, clock, log }: Pick<Context, 'sql' | 'clock' | 'log'>): Promise<void> {
  const at = clock.now();
  const { lines, head, problem } = await checkAudit(sql, at);
  await sql`
    update audit_checks set checked_at = ${at}, lines = ${lines}, problem = ${problem && JSON.stringify(problem)}::text::jsonb
    where name = 'chain'`;
  if (problem) log.error({ audit: problem }, 'the audit log is not as it was sealed');
  else if (head) log.info({ audit: head }, 'the audit log is as it was sealed');
}
