// npm run audit:check: verifies the seals of the whole audit log (docs/operate/security.md).
import { parseArgs } from 'node:util';
import { type AuditProblemKind, checkAudit } from '../audit/auditChain.ts';
import { readConfig } from '../config.ts';
import { NO_LIMITS } from '../platform/database/connect.ts';
import { openDatabase } from '../platform/database/open.ts';
import { StartupError } from '../platform/startupError.ts';

const USAGE = `Looks through the whole audit log and says whether it is as it was sealed.

  npm run audit:check -- [--known NUMBER:HASH]

  --known    a seal that was kept elsewhere, such as one of the server's log: the chain must still hold it

  It ends with 1 when something was changed, removed, put in or put elsewhere. An embedded database cannot be opened
  while its server runs.`;

const PROBLEM_TEXTS: Record<AuditProblemKind, string> = {
  changed: 'was changed, or stands where another one stood',
  removed: 'was removed',
  sealRemoved: 'and all after it are missing from the chain',
  inserted: 'was put in later than it says',
  unsealed: 'was put in beside the chain',
};

try {
  const { values } = parseArgs({ options: { known: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(USAGE);
  else await run(knownOf(values.known));
} catch (error) {
  if (error instanceof StartupError) console.error(error.message);
  else if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) console.error((error as Error).message);
  else console.error('The log was not looked through, because of a fault:', error);
  process.exitCode = 1;
}

async function run(known: { seq: number; hash: string } | undefined): Promise<void> {
  const { sql, close } = await openDatabase({ ...readConfig(), max: 1, limits: NO_LIMITS });
  try {
    const { lines, head, problem } = await checkAudit(sql, new Date(), known ? { known } : {});
    if (problem) {
      const which = problem.line === null ? `Seal ${problem.seq}` : `Line ${problem.line}`;
      console.error(
        `The audit log is not as it was sealed: ${which} ${PROBLEM_TEXTS[problem.kind]}. Before it ${lines} lines are.`,
      );
      process.exitCode = 1;
    } else {
      console.log(`${lines} lines are as they were sealed.`);
      if (head) console.log(`The newest seal, to be kept elsewhere: ${head.seq}:${head.hash}`);
    }
  } finally {
    await close();
  }
}

function knownOf(text: string | undefined): { seq: number; hash: string } | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!seq || !hash) throw new StartupError('--known is a number, a colon and 64 hexadecimal digits.');
  return { seq: Number(seq), hash };
}
