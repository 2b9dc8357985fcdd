// Two brands on two host names of one server: what people of one see, receive and download never shows the other.
import { BUILT_PAGES, PATHS } from '@heliograph/contract/pages.ts';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { mailTo, test } from './mails.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { addPerson, PASSWORD, type Portal } from './portal.ts';

interface Side {
  id: number;
  host: string;
  account: string;
  company: string;
  /** Texts that only this brand's pages may have. */
  words: string[];
  sid: string;
  sn: string;
}

/** Views of a plant that an installer opens. */
const VIEWS = ['overview', 'power', 'energy', 'report', 'alerts', 'devices', 'roof', 'modules', 'weather', 'control'];
/** Pages that show the page of sign-in, or leave the session. */
const LEFT_OUT: readonly string[] = [PATHS.SignIn, PATHS.Unsubscribe];

async function prepare(portal: Portal, id: number, host: string, sn: string): Promise<Side> {
  const [brand] = await portal.sql<Record<'name' | 'code' | 'companyName' | 'supportMail' | 'accentLight', string>[]>`
    update brands set is_open = true, mail_from = ${`${host.split('.')[0]}@mail.example`}, privacy = jsonb_build_object('en', 'Policy of ' || company_name)
    where id = ${id} returning name, code, company_name, support_mail, accent_light`;
  await portal.sql`insert into brand_hosts (host, brand_id, sort) values (${host}, ${id}, 0)`;
  const account = `anna@of-${id}.example`;
  const company = `Company of ${account}`;
  await addPerson(portal.sql, account, 'installer');
  await portal.sql`update companies set brand_id = ${id} where name = ${company}`;
  const sid = await makePlant(portal, account, `Roof ${id}`, { sn: [{ sn, model: 400 }] });
  const [frame] = capturedFrames('12345678');
  expect(await postFrame(portal.url, sentBy(sn, frame!))).toBe(200);
  const { name, code, companyName, supportMail, accentLight } = brand!;
  const words = [name, code, companyName, supportMail, accentLight, host, `/brand/${id}.svg`, `/brand/${id}/`, account];
  return { id, host, account, company, words, sid, sn };
}

/** Everything that a browser gets under a host name, as text: pages as drawn, and responses except scripts and styles, which all brands share. */
async function visit(page: Page, portal: Portal, side: Side): Promise<string[]> {
  const seen: string[] = [];
  const base = `http://${side.host}:${new URL(portal.url).port}`;
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/javascript|css|font|wasm|event-stream/.test(type)) return;
    void response.text().then(
      (text) => seen.push(`${response.url()} ${JSON.stringify(response.headers())} ${text}`),
      () => {},
    );
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(base + path);
    await expect(page.locator('h1, [role=alert]').first()).toBeVisible();
    seen.push(`${path} ${await page.title()} ${await page.content()}`);
  };
  for (const { path, access } of BUILT_PAGES) if (access === 'public' && !LEFT_OUT.includes(path)) await open(path);
  await open('/api');
  await page.goto(base);
  await page.locator('input[name="account"]').fill(side.account);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/pvPlant**');
  for (const view of VIEWS) await open(`${PATHS.PvPlantDetail}?sid=${side.sid}&view=${view}`);
  await open(`${PATHS.PvPlantEdit}?sid=${side.sid}`);
  for (const { path, access } of BUILT_PAGES) if (access !== 'public' && !LEFT_OUT.includes(path)) await open(path);
  await open('/no/such/page');
  // Files, as the pages download them.
  const files = await page.evaluate(
    async ({ sid, sn }) => {
      const { token } = JSON.parse(localStorage.getItem('session')!);
      const calls: [string, object][] = [
        ['site/report/download', { sid, from: '2026-01-01', to: '2026-01-31', format: 'pdf' }],
        ['site/report/download', { sid, from: '2026-01-01', to: '2026-01-31', format: 'xlsx' }],
        ['device/voltage/download', { sid, sn, start: '2026-01-01', nominal: 230, format: 'pdf' }],
        ['account/info', {}],
      ];
      const answers: { path: string; status: number; base64: string }[] = [];
      for (const [path, body] of calls) {
        const answer = await fetch(`/v2/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', lan: '6', authorization: token },
          body: JSON.stringify(body),
        });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        answers.push({ path, status: answer.status, base64 });
      }
      for (const path of ['/openapi.json', '/manifest.webmanifest']) await fetch(path);
      return answers;
    },
    { sid: side.sid, sn: side.sn },
  );
  for (const { path, status, base64 } of files) {
    expect(status, path).toBe(200);
    seen.push(`${path} ${await contentOf(Buffer.from(base64, 'base64'))}`);
  }
  return seen;
}

/** Returns the text of a file: of a PDF with its metadata, of all parts of an XLSX. */
async function contentOf(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 4).toString() === '%PDF') {
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { text } = await extractText(pdf, { mergePages: true });
    return `${text} ${JSON.stringify(await pdf.getMetadata())}`;
  }
  if (bytes.subarray(0, 2).toString() === 'PK')
    return Object.values(unzipSync(new Uint8Array(bytes)))
      .map((part) => Buffer.from(part).toString())
      .join(' ');
  return bytes.toString();
}

test('people of one brand never see, receive or download anything of the other', async ({ browser, portal, mails }) => {
  test.setTimeout(600_000);
  const sides = [
    await prepare(portal, 1, 'northlight.localhost', '7A00CC01'),
    await prepare(portal, 2, 'lumivale.localhost', '7A00CC02'),
  ];
  for (const side of sides) {
    const other = sides.find(({ id }) => id !== side.id)!;
    const context = await browser.newContext();
    const seen = await visit(await context.newPage(), portal, side);
    await context.close();
    await post(portal, 'email-forget-password', { email: side.account });
    const token = await tokenOf(portal, side.account);
    await post(portal, 'site/offers/make', { sid: side.sid, email: `owner@of-${side.id}.example` }, token);
    const reset = await mailTo(mails, side.account, /password/i);
    expect(reset.headers.get('from')).toMatch(new RegExp(`^${side.words[0]} <${side.words[1]}@mail\\.example>$`));
    expect(reset.text).toContain(`http://${side.host}:${new URL(portal.url).port}${PATHS.ResetPwd}#token=`);
    await mailTo(mails, `owner@of-${side.id}.example`, /Roof/);
    const received = mails.taken.filter(({ to }) => to.some((address) => address.endsWith(`@of-${side.id}.example`)));
    for (const mail of received) seen.push(JSON.stringify({ ...mail, headers: [...mail.headers] }));
    expect(seen.length).toBeGreaterThanOrEqual(200);
    const all = seen.join('\n').toLowerCase();
    for (const word of side.words.slice(0, 4)) expect(all, `its own ${word}`).toContain(word.toLowerCase());
    // Nor anything of the default brand, under whose address the server is reached by its operator.
    const words = [...other.words, 'Heliograph', '/brand/0', portal.url];
    const found = words.flatMap((word) =>
      seen
        .filter((text) => text.toLowerCase().includes(word.toLowerCase()))
        .map((text) => `${word} in ${text.slice(0, 120)}`),
    );
    expect(found).toEqual([]);
  }
});

test('a person of another brand is sent to their own portal, with the page that they wanted', async ({
  browser,
  portal,
}) => {
  await portal.sql`insert into brand_hosts (host, brand_id, sort) values ('verdanel.localhost', 12, 0), ('ochrefield.localhost', 13, 0)`;
  await addPerson(portal.sql, 'away@of-12.example', 'installer');
  await portal.sql`update companies set brand_id = 12 where name = 'Company of away@of-12.example'`;
  const page = await (await browser.newContext()).newPage();
  const { port } = new URL(portal.url);
  await page.goto(`http://ochrefield.localhost:${port}/?redirect=%2Falerts`);
  await expect(page).toHaveTitle(/Ochrefield/);
  const signIn = async (): Promise<void> => {
    await page.locator('input[name="account"]').fill('away@of-12.example');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('button[type="submit"]').click();
  };
  await signIn();
  await page.waitForURL(`http://verdanel.localhost:${port}/?redirect=%2Falerts#portal`);
  await expect(page).toHaveTitle(/Verdanel/);
  await expect(page.getByText('People of your company sign in at this address.')).toBeVisible();
  await signIn();
  await page.waitForURL(`http://verdanel.localhost:${port}/alerts`);
});
