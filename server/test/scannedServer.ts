// A test server that scans uploads, a manager and their token, and a way to count stored documents.
import { afterAll, beforeEach } from 'vitest';
import { makeUser } from './factories.ts';
import { openScanner } from './scanner.ts';
import { testServer } from './testServer.ts';

export async function scannedServer() {
  const scanner = await openScanner();
  afterAll(scanner.close);
  const server = await testServer({ VIRUS_SCANNER: scanner.address });
  const user = await makeUser(server.sql, { role: 'manager' });
  beforeEach(() => {
    scanner.says = undefined;
    scanner.seen.length = 0;
  });
  const fields = { title: 'Manual', version: '', languages: ['en' as const], models: [], fileName: 'manual.txt' };
  const countDocuments = async () => (await server.sql`select from documents`).length;
  return { ...server, scanner, user, token: await server.signedIn(user.id), fields, countDocuments };
}
