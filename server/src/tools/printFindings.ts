// Prints what a verification finds, check by check; faults make the command exit with 1.
import type { BackupDescription } from '../backups/description.ts';
import { type Keys, verifyPortal } from '../backups/verifyPortal.ts';
import type { Sql } from '../platform/database/connect.ts';

export async function printFindings(sql: Sql, keys: Keys, backup: BackupDescription | undefined): Promise<void> {
  let isWhole = true;
  for await (const { check, found, faults } of verifyPortal(sql, keys, { at: new Date(), ...(backup && { backup }) })) {
    console.log(`${faults.length === 0 ? 'ok   ' : 'FAULT'}  ${check}: ${found}`);
    for (const fault of faults) console.log(`       ${fault}`);
    if (faults.length > 0) isWhole = false;
  }
  console.log(isWhole ? 'The database is complete.' : 'The database is not complete.');
  if (!isWhole) process.exitCode = 1;
}
