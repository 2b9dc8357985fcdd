// Mail delivery to a real SMTP server that rejects mails for days.
import { expect, test } from 'vitest';
import { startMailingServer } from '../../test/mailingServer.ts';
import { writeReportMails } from '../reports/reportMails.ts';
import { sendMails } from './sendMails.ts';

const { ask, clock, context, mail, plant, stateOf } = await startMailingServer();

test('a mail is given up after three days', async () => {
  const { sid, token } = await plant();
  await ask('site/sn/report/setUp', { sid, optionsMonthly: true }, { token });
  clock.set('2026-07-01T06:00:00Z');
  mail.refuse.mail = () => 451;
  await writeReportMails(context);
  for (let hour = 0; hour < 80 && (await stateOf(sid))[0] === 'waiting'; hour++) {
    await sendMails(context);
    clock.forward(3600);
  }
  expect(await stateOf(sid)).toEqual(['givenUp']);
});
