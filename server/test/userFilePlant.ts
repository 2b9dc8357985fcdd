// Requests of a device's history files, and the progress of their creation.

import type { FileKey } from '../src/readings/userFiles.ts';
import { insertSamples } from '../src/samples/samples.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import type { TestServer } from './testServer.ts';

/** Samples of May, one a minute: enough that tests can interrupt an export. */
export const SAMPLES = 40_000;

export async function createUserFilePlant({ ask, sql, signedIn }: TestServer) {
  const { id: userId, companyId } = await makeUser(sql);
  const token = await signedIn(userId);
  const sid = await makeSite(sql, { companyId });
  const { sn } = await makeDevice(sql, { sid });
  await sql.begin((tx) =>
    insertSamples(
      tx,
      Array.from({ length: SAMPLES }, (_, n) => ({
        sid,
        sn,
        atMs: Date.parse('2026-05-01T00:00:00Z') + n * 60_000,
        powerW: n,
        counterWh: n,
        statusBits: 0,
        mode: -1,
        imported: false,
        quantities: { powerW: n, counterWh: n },
      })),
    ),
  );
  const WHOLE = { sid, sn, start: '2026-05-01', end: '2026-05-31' };
  return {
    userId,
    companyId,
    token,
    sid,
    sn,
    WHOLE,
    asked: async (body: object = WHOLE, as = token): Promise<FileKey> => ({
      userId,
      id: (await ask('device/history/files/ask', body as typeof WHOLE, { token: as })).id,
    }),
    stored: async ({ id }: FileKey) => {
      const [row] = await sql<
        { state: string; failure: string | null; bytes: number; pieces: number; tries: number; doneDays: number }[]
      >`
        select state, failure, bytes, pieces, tries, done_days from user_files where id = ${id}`;
      const [stored] = await sql<{ count: number; bytes: number }[]>`
        select count(*)::int as count, coalesce(sum(length(bytes)), 0)::int8 as bytes from user_file_pieces where id = ${id}`;
      return { row, kept: stored! };
    },
  };
}
