// npm run audit:check: verifies the seals of the whole audit log (docs/operate/security.md).
import { parseArgs } from 'node:util';
import { checkAudit, describeProblem } from '../audit/auditChain.ts';
import { readConfig } from '../config.ts';
import { NO_LIMITS } from '../platform/database/connect.ts';
import { openDatabase } from '../platform/database/open.ts';
import { StartupError } from '../platform/startupError.ts';
import { failTool } from './failTool.ts';

const USAGE = `Verifies the whole audit log against its seals.

  npm run audit:check -- [--known NUMBER:HASH]

  --known    a seal stored elsewhere, such as in the server's log: the chain must still contain it

  It exits with 1 when lines were changed, removed, inserted or moved. An embedded database cannot be opened
  while its server runs.`;

try {
  const { values } = parseArgs({ options: { known: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(USAGE);
  else await run(knownOf(values.known));
} catch (error) {
  failTool(error, 'The log was not verified.');
}

async function run(known: { seq: number; hash: string } | undefined): Promise<void> {
  const { sql, close } = await openDatabase({ ...readConfig(), max: 1, limits: NO_LIMITS });
  try {
    const { lines, head, problem } = await checkAudit(sql, new Date(), known ? { known } : {});
    if (problem) {
      console.error(
        `The audit log does not match its seals: ${describeProblem(problem)}. The ${lines} lines before it match.`,
      );
      process.exitCode = 1;
    } else {
      console.log(`${lines} lines match their seals.`);
      if (head) console.log(`The newest seal, to store elsewhere: ${head.seq}:${head.hash}`);
    }
  } finally {
    await close();
  }
}

function knownOf(text: string | undefined): { seq: number; hash: string } | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!seq || !hash) throw new StartupError('--known must be a number, a colon and 64 hexadecimal digits.');
  return { seq: Number(seq), hash };
}
