// Portal that sends mails to a real SMTP server, without earlier notifications at the start of each test, and plants with days to report.
import { beforeEach } from 'vitest';
import type { Context } from '../src/context.ts';
import { sendMails } from '../src/notifications/sendMails.ts';
import { connect } from '../src/platform/database/connect.ts';
import { writeAlertMails } from '../src/problems/alertMails.ts';
import { sendFindingMails } from '../src/problems/findingMails.ts';
import { updateChangedProblems } from '../src/problems/updateProblems.ts';
import { valueEndedIncidents } from '../src/problems/valueIncidents.ts';
import { writeReportMails } from '../src/reports/reportMails.ts';
import { createServices } from '../src/services.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from './factories.ts';
import { mailServer } from './mailServer.ts';
import { makeDay } from './readings.ts';
import { testServer } from './testServer.ts';

export async function startMailingServer() {
  const mail = await mailServer();
  const server = await testServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'reports@portal.example',
    PUBLIC_URL: 'https://portal.example',
    BRAND: '1',
  });
  const { clock, context, sql, signedIn, databaseUrl } = server;

  beforeEach(async () => {
    clock.set('2026-06-10T12:00:00Z');
    mail.taken.length = 0;
    mail.refuse = {};
    mail.onTaken = () => {};
    await sql`delete from report_settings`;
    await sql`delete from report_recipients`;
    await sql`delete from mails`;
    await sql`delete from found_recipients`;
    await sql`update events set closed_at = opened_at, told = 2 where closed_at is null`;
    await sql`delete from problems`;
    await sql`delete from incident_notices`;
    await sql`delete from incident_events`;
    await sql`delete from incidents`;
  });

  async function plant(given: Parameters<typeof makeSite>[1] = {}) {
    const companyId = await makeCompany(sql);
    const user = await makeUser(sql, { companyId });
    const sid = await makeSite(sql, { companyId, name: 'Größenwahn <b>', powerMaxW: 2000, price: 0.25, ...given });
    const { sn } = await makeDevice(sql, { sid });
    for (const day of ['2026-06-10', '2026-06-11']) await makeDay(sql, { sid, sn, day, energyWh: 6000 });
    return { sid, sn, user, token: await signedIn(user.id) };
  }
  /** Writes and sends all due mails, as the jobs do. */
  async function tick(on: Context = context) {
    await updateChangedProblems(on);
    await valueEndedIncidents(on);
    await writeReportMails(on);
    await writeAlertMails(on);
    await sendFindingMails(on);
    return await sendMails(on);
  }
  const stateOf = async (sid: string) =>
    (
      await sql<
        { state: string; failure: string | null }[]
      >`select state, failure from mails where about_sid = ${sid} order by made_at, id`
    ).map(({ state, failure }) => failure ?? state);
  /** Returns the context of another server process on the same database. */
  function besides(): Context {
    const own = connect(databaseUrl, { max: 3 });
    return { ...context, sql: own, ...createServices(own) };
  }

  return { ...server, mail, plant, tick, stateOf, besides };
}
