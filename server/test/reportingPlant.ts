// Plant in Berlin with reporting devices, for tests of calls of one device kind.
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { expect } from 'vitest';
import { readingOfReport } from '../src/families/families.ts';
import { ingestReports } from '../src/ingest/ingestReports.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { testServer } from './testServer.ts';

export type Told = readonly [at: string, q: object];

export async function createReportingPlant() {
  const server = await testServer();
  const { sql, ask, call, context, signedIn } = server;
  const user = await makeUser(sql);
  const token = await signedIn(user.id);
  const stranger = await signedIn((await makeUser(sql)).id);
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'Europe/Berlin' });

  /** Ingests rows of a device as its gateway reports them. */
  const tell = async (sn: string, kind: ReportKind, reports: readonly Told[]): Promise<void> => {
    const rows = reports.map(([at, q]) => ({ sn, at: new Date(at), statusBits: 0, mode: -1, q }));
    await ingestReports(
      context,
      rows.map((row) => readingOfReport('HG100001', kind, row).reading),
    );
  };
  /** Ingests counters every quarter of an hour that rise by `perHour`, from a local midnight on. */
  const count = (sn: string, kind: ReportKind, from: string, hours: number, perHour: Quantities): Promise<void> =>
    tell(
      sn,
      kind,
      Array.from({ length: 4 * hours + 1 }, (_, n): Told => {
        const at = new Date(Date.parse(`${from}T00:00:00+02:00`) + n * 900_000).toISOString();
        return [at, Object.fromEntries(Object.entries(perHour).map(([name, wh]) => [name, (wh! * n) / 4]))];
      }),
    );

  return {
    ...server,
    sid,
    token,
    tell,
    count,
    device: (product: string) => makeDevice(sql, { sid, product }),
    asked: <P extends Path>(path: P, body: Request<P>) => ask(path, body, { token }),
    /** Expects that a device of another kind is refused with `otherKind`, and another company's with `deviceNotFound`. */
    expectRefusals: async <P extends Path>(path: P, product: string, more: object = {}): Promise<void> => {
      const other = await makeDevice(sql, { sid });
      const answer = await call(path, { ...other, ...more } as Request<P>, { token });
      expect(answer).toMatchObject({ code: ERROR_CODES.otherKind, data: {} });
      expect(answer.msg).toBe(`This is not available for ${other.sn} (microinverter).`);
      const own = await makeDevice(sql, { sid, product });
      expect(await call(path, { ...own, ...more } as Request<P>, { token: stranger })).toMatchObject({
        code: ERROR_CODES.deviceNotFound,
        data: {},
      });
    },
  };
}
