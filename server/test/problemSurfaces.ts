// Compares the problems on files, feeds, mails and messages with the list of open problems, for tests over the demo fleet.
import { randomUUID } from 'node:crypto';
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { RETROSPECTIVE_EVENTS, withCode } from '@heliograph/contract/events.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { stateOf } from '../src/integrations/homeAssistant/discovery.ts';
import { detectNotifications } from '../src/notifications/detectNotifications.ts';
import { writeAlertMails } from '../src/problems/alertMails.ts';
import { sendFindingMails } from '../src/problems/findingMails.ts';
import { makePublicLink } from './factories.ts';
import { readXlsx } from './readXlsx.ts';
import type { TestServer } from './testServer.ts';

export type Listed = Response<'problem/list'>['list'][number];
export type Ask = <P extends Path>(path: P, body: Request<P>) => Promise<Response<P>>;

export interface Walked {
  sid: string;
  siteName: string;
  /** All open problems, in the order of problem/list. */
  problems: readonly Listed[];
}

const countedOf = ({ problems }: Walked): Listed[] => [...problems].filter(({ isCounted }) => isCounted);
const titleOf = ({ title, code }: Pick<Listed, 'title' | 'code'>): string => withCode(title, code);
const WEEK_MS = 7 * 86_400_000;

/** Compares the report of each plant: as an answer, in the workbook and as text of the PDF. */
export async function compareReports(
  server: TestServer,
  { ask, token, plants, day }: { ask: Ask; token: string; plants: readonly Walked[]; day: string },
): Promise<void> {
  await server.sql`delete from tries where name in ('reports', 'sessionCalls')`;
  const range = { from: day, to: day };
  const file = async (format: 'pdf' | 'xlsx', only: object = {}) => {
    const headers = { authorization: token, lan: '6' };
    const payload = { ...range, ...only, format };
    const response = await server.app.inject({ method: 'POST', url: '/v2/site/report/download', headers, payload });
    expect(response.headers['content-type']).toContain(format === 'pdf' ? 'application/pdf' : 'spreadsheet');
    return response.rawPayload;
  };
  const { sheets } = readXlsx(await file('xlsx'));
  const rows = sheets.find(({ name }) => name === 'Problems')!.rows.slice(1);
  for (const { siteName, problems } of plants) {
    const none = 'No problems in this period';
    // An open problem has no last day.
    const own = rows.filter(([plant, problem, , , last]) => plant === siteName && problem !== none && last === null);
    expect(
      own.map(([, problem]) => problem),
      `workbook: ${siteName}`,
    ).toEqual(problems.map(titleOf));
    const isNone = rows.some(([plant, problem]) => plant === siteName && problem === none);
    expect(isNone && problems.length > 0, `workbook: ${siteName}`).toBe(false);
  }
  const [first] = plants.toSorted((one, other) => other.problems.length - one.problems.length);
  const { problems } = await ask('site/report', { sid: first!.sid, ...range });
  const open = problems!.filter(({ until }) => until === null);
  const factsOf = ({ sn, code, startMs, level, title, lostKwh, lostMoney }: Listed | (typeof open)[number]) => ({
    ...{ sn, code, startMs, level, title, lostKwh, lostMoney },
  });
  expect(open.map(factsOf), `report: ${first!.siteName}`).toEqual(first!.problems.map(factsOf));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await file('pdf', { sid: first!.sid }))));
  const table = text.join(' ').replaceAll(/\s+/g, ' ').split(' Problem Device From To ')[1] ?? '';
  expect(table.match(/ open \d/g)?.length ?? 0, `PDF: ${first!.siteName}`).toBe(first!.problems.length);
}

/** Compares Prometheus, Home Assistant and the tool of language models. */
export async function compareFeeds(
  server: TestServer,
  { ask, token, plants }: { ask: Ask; token: string; plants: readonly Walked[] },
): Promise<void> {
  await server.sql`delete from tries where name = 'sessionCalls'`;
  const headers = { authorization: `Bearer ${token}` };
  for (const plant of plants) {
    const { sid, siteName } = plant;
    const counted = countedOf(plant);
    const metrics = await server.app.inject({ url: `/metrics/plant?sid=${sid}`, headers });
    const [, value] = /^heliograph_plant_open_problems\{.*\} (\d+)$/m.exec(metrics.payload) ?? [];
    expect(value, `Prometheus: ${siteName}`).toBe(String(counted.length));
    const state = JSON.parse(stateOf(await ask('site/overview', { sid }), [])) as { problem: string };
    expect(state.problem, `Home Assistant: ${siteName}`).toBe(counted.length > 0 ? 'ON' : 'OFF');
  }
  const all = plants.flatMap(({ problems }) => problems);
  const found: string[] = [];
  for (let num = 0; found.length < all.length; num++) {
    const response = await server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_problems', arguments: { size: 50, num } },
      },
    });
    const { problems, total } = toolAnswerOf(response.payload);
    expect(total, 'MCP').toBe(all.length);
    if (problems.length === 0) break;
    found.push(...problems.map(({ sid, device, code, since, title }) => [sid, device, code, since, title].join(' ')));
  }
  const expected = all.map(({ sid, sn, code, sinceIso, title }) => [sid, sn, code, sinceIso, title].join(' '));
  expect(found.toSorted(), 'MCP').toEqual(expected.toSorted());
}

interface ToolAnswer {
  problems: { sid: string; device: string | null; code: string; since: string | null; title: string }[];
  total: number;
}

function toolAnswerOf(payload: string): ToolAnswer {
  const json = payload.startsWith('{') ? payload : (/^data: (.*)$/m.exec(payload)?.[1] ?? '');
  const { result } = JSON.parse(json) as { result: { content: [{ text: string }] } };
  return JSON.parse(result.content[0].text) as ToolAnswer;
}

/** Compares the public page of each plant. */
export async function comparePublicPages(server: TestServer, by: number, plants: readonly Walked[]): Promise<void> {
  for (const plant of plants) {
    const id = randomUUID();
    await makePublicLink(server.sql, { sid: plant.sid, id, by });
    const page = await server.ask('public/plant', { token: id });
    const counted = countedOf(plant);
    expect([page.problems, page.problem?.code, page.problem?.level], `public page: ${plant.siteName}`).toEqual([
      counted.length,
      counted[0]?.code,
      counted[0]?.level,
    ]);
  }
}

/** Compares the messages to webhooks and browsers: one for each problem that is new, or that is found by comparing days. */
export async function compareMessages(server: TestServer, userId: number, plants: readonly Walked[]): Promise<void> {
  const { sql, clock, context } = server;
  const id = randomUUID();
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, events, made_at, summed_until)
    values (${id}, ${userId}, 'webhook', 'All', 'https://hooks.example.com/', '\\x00', '{alert.began,device.offline}', now(), now())`;
  await sql`update events set told = 0`;
  while ((await detectNotifications(context)) > 0);
  const sent = await sql<{ sid: string; sn: string; code: string; opened: string }[]>`
    select about_sid as sid, fact ->> 'sn' as sn, fact ->> 'code' as code, fact ->> 'openedIso' as opened
    from deliveries where channel_id = ${id} and fact ->> 'closedIso' is null`;
  for (const { sid, siteName, problems } of plants) {
    const own = sent.filter((message) => message.sid === sid);
    const isOpen = ({ sn, code, opened }: (typeof own)[number]) =>
      problems.some((one) => one.sn === sn && one.code === code && one.startMs === Date.parse(opened));
    const news = problems.filter((problem) => isNews(problem, clock.now().getTime()));
    expect(
      own
        .filter(isOpen)
        .map(({ code, sn }) => `${code} ${sn}`)
        .toSorted(),
      `messages: ${siteName}`,
    ).toEqual(news.map(({ code, sn }) => `${code} ${sn}`).toSorted());
  }
}

const isNews = ({ startMs, code }: Listed, nowMs: number): boolean =>
  startMs >= nowMs - WEEK_MS || RETROSPECTIVE_EVENTS.includes(code);

/** Compares the mails about alerts and findings to a person who gets both of each plant. */
export async function compareMails(server: TestServer, email: string, plants: readonly Walked[]): Promise<void> {
  const { sql, clock, context } = server;
  const now = clock.now();
  await sql`
    insert into report_settings (sid, alerts, alerts_at, language)
    select sid, 'hourly', ${new Date(now.getTime() - 2 * 3_600_000)}, 'en' from sites
    on conflict (sid) do update set alerts = excluded.alerts, alerts_at = excluded.alerts_at, language = excluded.language`;
  await sql`
    insert into report_recipients (sid, email, secret, added_at, confirmed_at)
    select sid, ${email}, sid, ${now}, ${now} from sites on conflict do nothing`;
  await writeAlertMails(context);
  await sendFindingMails(context);
  const mails = await sql<{ sid: string; text: string }[]>`
    select about_sid as sid, text_part as text from mails where to_email = ${email} and purpose in ('alerts', 'found')`;
  for (const { sid, siteName, problems } of plants) {
    const lines = mails.filter((mail) => mail.sid === sid).flatMap(({ text }) => text.split('\n'));
    const news = problems.filter((problem) => isNews(problem, now.getTime()));
    for (const problem of news)
      expect(
        lines.some((line) => line.includes(titleOf(problem))),
        `mails: ${siteName}: ${problem.title}`,
      ).toBe(true);
    // Each line about a problem that goes on says since when.
    expect(lines.filter((line) => /\bsince \w/.test(line)).length, `mails: ${siteName}`).toBe(news.length);
  }
}
