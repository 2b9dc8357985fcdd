// A real mail server is down for an hour while two portal servers keep writing and sending: no mail is lost or sent twice.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { mailServer } from '../../test/mailServer.ts';
import { testServer } from '../../test/testServer.ts';
import { mailPasswordChanged } from '../accounts/accountMails.ts';
import type { Context } from '../context.ts';
import { connect } from '../platform/database/connect.ts';
import { createServices } from '../services.ts';
import { sendMails } from './sendMails.ts';

const mail = await mailServer();
const { clock, context, sql, databaseUrl } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
});
const secondSql = connect(databaseUrl, { max: 3 });
const other: Context = { ...context, sql: secondSql, ...createServices(secondSql) };

const waiting = async () => (await sql`select from mails where state = 'waiting'`).length;
const tick = async () => await Promise.all([sendMails(context), sendMails(other)]);

test('each mail written before, during and after an outage of the mail server arrives once', async () => {
  const written: string[] = [];
  const write = async () => {
    const { email } = await makeUser(sql);
    await sql.begin((tx) => mailPasswordChanged(tx, context.config, { email, language: 'en', at: clock.now() }));
    written.push(email);
  };
  await write();
  await tick();
  expect(mail.taken).toHaveLength(1);
  await mail.away();
  for (let minute = 0; minute < 60; minute++) {
    if (minute % 5 === 0) await write();
    await tick();
    clock.forward(60);
  }
  expect(mail.taken).toHaveLength(1);
  expect(await waiting()).toBe(12);
  await mail.back();
  await write();
  // After an hour of attempts, the longest pause is an hour.
  for (let minute = 0; minute < 70 && (await waiting()) > 0; minute++) {
    await tick();
    clock.forward(60);
  }
  expect(mail.taken.map(({ to }) => to[0]).toSorted()).toEqual(written.toSorted());
  expect(new Set(mail.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(written.length);
  await secondSql.end();
});
