// Jobs that seal new lines of the audit log and periodically verify the whole chain.
import type { Context } from '../context.ts';
import { checkAudit, extendAuditChain } from './auditChain.ts';

export async function sealAndVerifyAuditLog({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await extendAuditChain(sql, () => clock.now());
}

/** Verifies the chain and stores the result for the audit log's page. Logs the newest seal, as the server's log may be stored elsewhere. */
export async function checkAuditLog({ sql, clock, log }: Pick<Context, 'sql' | 'clock' | 'log'>): Promise<void> {
  const at = clock.now();
  // After downtime, the last lines before it are not sealed yet.
  await extendAuditChain(sql, () => at);
  const { lines, head, problem } = await checkAudit(sql, at);
  await sql`
    update audit_checks set checked_at = ${at}, lines = ${lines}, problem = ${problem && JSON.stringify(problem)}::text::jsonb
    where name = 'chain'`;
  if (problem) log.error({ audit: problem }, 'the audit log does not match its seals');
  else if (head) log.info({ audit: head }, 'the audit log matches its seals');
}
