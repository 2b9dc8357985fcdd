// Takes a picture of every page into screens/ (not in git): with no, little and very much data, light and dark, on a desktop and on a phone.
// `npm run screens [-- PAGE ...] [--png FOLDER] [--language de] [--amount little] [--width 1024] [--scheme dark] [--owner]`: pages by the names of the page table, or one view by its file name (PvPlantDetail-power); `--png`: as PNG in another folder, for review. Amounts (`bare` and `silent` only on request), widths, schemes and languages (each in its own folder) may be repeated; `--owner`: as seen by an owner of these plants.
// `npm run screens -- --fit --amount little [--language pl]` takes no pictures: it prints the texts that are cut, broken words, and pages wider than the window, at three widths.
// `npm run screens -- --docs` updates the three pictures of the README in docs/images/ within a few minutes. Run it at any time of day: their plants are at a place where it is early afternoon now. `--docs --scheme dark --png FOLDER` takes the same pictures in dark, for review only.
// `npm run screens -- --guide [--language de]` updates the pictures of the guide in web/public/guides/, from the same plants; a language may be repeated. Chinese and Japanese need fonts with their letters on this machine (Debian: fonts-noto-cjk).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import { BUILT_PAGES, PATHS } from '@heliograph/contract/pages.ts';
import type { Browser, Page } from '@playwright/test';
import { hashOfToken } from '../../server/src/plants/sharing/publicLinks.ts';
import { openBrowser, signedIn } from '../browser.ts';
import { ADMIN, freePort, openWorld, type World } from '../world.ts';
import { AMOUNTS, type Amount, devicesByKind, enterOwner, FILL, findingOf } from './amounts.ts';
import { strengthen } from './commands.ts';
import { misfitsOf } from './fit.ts';
import { GUIDE_FOLDER, GUIDE_SCALE, GUIDE_VIEWPORT, GUIDE_VIEWS, takeGuidePicture } from './guide.ts';
import { DOCS_VIEWS, type View, viewsOfPage } from './views.ts';
import { screenWeather } from './weather.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    png: { type: 'string' },
    language: { type: 'string', multiple: true },
    amount: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
    owner: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    guide: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
  },
});
const selected = new Set(positionals);
const folder = resolve(values.png ?? join(import.meta.dirname, values.docs ? '../../docs/images' : '../../screens'));
const format = values.png ? 'png' : 'webp';

/** Taller pages are cut: the rest is more of the same. */
const TALLEST_PX = 1800;
const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024, 1024: 768, 1366: 768, 1440: 900, 1920: 1080 };
const SIZES = (values.width ?? (values.docs || values.fit ? ['1440'] : ['1440', '390'])).map((name) => ({
  name,
  viewport: { width: Number(name), height: HEIGHTS[Number(name)] ?? 900 },
}));
const isSelected = <T extends string>(options: readonly string[] | undefined, value: T): boolean =>
  options === undefined || options.includes(value);
const SCHEMES = (['light', 'dark'] as const).filter((value) =>
  isSelected(values.scheme ?? (values.docs || values.fit ? ['light'] : undefined), value),
);
const LANGUAGES = values.language ?? ['en'];
const amounts = AMOUNTS.filter((value) =>
  isSelected(values.docs || values.guide ? ['docs'] : (values.amount ?? ['none', 'little', 'much']), value),
);

/** Waits until the page is drawn: no skeleton is left, charts are painted, and fonts have had time to load. */
async function settled(page: Page): Promise<void> {
  await page.locator('main, form').first().waitFor();
  const bones = page.locator('[data-bone]');
  // On a busy machine a part may begin to load after the page's own skeleton has gone.
  do {
    await bones.first().waitFor({ state: 'detached' });
    await page.locator('[role="img"][aria-label]:not(svg, :has(canvas, svg))').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(600);
  } while ((await bones.count()) > 0);
}

/** Returns the vertical range of the page that is pictured. */
async function clipOf(page: Page, { part, isDialog }: View): Promise<{ y: number; height: number }> {
  const { height: viewportHeight } = page.viewportSize()!;
  if (isDialog) return { y: await page.evaluate<number>('window.scrollY'), height: viewportHeight };
  await page.evaluate('window.scrollTo(0, 0)');
  if (part === undefined) {
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    return { y: 0, height: Math.max(viewportHeight, whole) };
  }
  const box = (await page.locator(`section:has(#${part})`).boundingBox())!;
  return { y: box.y - 16, height: box.height + 32 };
}

async function take(page: Page, file: string, view: View): Promise<void> {
  const { width, height: viewportHeight } = page.viewportSize()!;
  const devtools = await page.context().newCDPSession(page);
  const whole = await clipOf(page, view);
  // As on a screen that is tall enough: elements that stick to its bottom, and the menu at its side, extend to there.
  if (!view.isDialog && view.part === undefined && whole.height > viewportHeight) {
    await page.setViewportSize({ width, height: Math.min(TALLEST_PX, whole.height) });
    await settled(page);
  }
  const clip = await clipOf(page, view);
  // An element as tall as the screen has grown with it, and so has the page; its foot is left out.
  const height = view.part === undefined ? page.viewportSize()!.height : Math.min(TALLEST_PX, clip.height);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' ? { quality: values.docs ? 80 : 60 } : {}),
    // A range within the viewport is captured as it is: beyond it the page would be laid out again, together with its charts.
    captureBeyondViewport: !view.isDialog && clip.y + height > page.viewportSize()!.height,
    clip: { x: 0, y: clip.y, width, height, scale: 1 },
  });
  await devtools.detach();
  await page.setViewportSize({ width, height: viewportHeight });
  writeFileSync(file, Buffer.from(data, 'base64'));
}

async function takeAll(browser: Browser, amount: Amount, world: World, sid: string, language: string): Promise<number> {
  const into = join(folder, ...(LANGUAGES.length > 1 ? [language] : []), ...(values.docs ? [] : [amount]));
  const device = await devicesByKind(world);
  const commandedDevice = await devicesByKind(world, true);
  const finding = await findingOf(world);
  mkdirSync(into, { recursive: true });
  const storageState = await signedIn(browser, world.url, values.owner ? await enterOwner(world) : ADMIN.email);
  // Without data, pages show what a password alone does not permit.
  if (amount !== 'none') await strengthen(world);
  let count = 0;
  for (const { name: size, viewport } of SIZES) {
    for (const colorScheme of SCHEMES) {
      for (const { name, access } of BUILT_PAGES) {
        const declared = values.docs ? DOCS_VIEWS.filter(({ page }) => page === name) : viewsOfPage(name);
        const views = declared.filter(
          (view) =>
            isSelected(view.amounts, amount) &&
            // A part is measured with its page.
            !(values.fit && view.part) &&
            (selected.size === 0 || selected.has(name) || selected.has(`${name}-${view.name}`)),
        );
        if (views.length === 0) continue;
        const context = await browser.newContext({
          locale: localeOf(language as LanguageCode),
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
          ...(access === 'public' ? {} : { storageState }),
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => console.error(`${name} ${size} ${colorScheme} ${amount}:`, error.message));
        for (const view of views) {
          await page.goto(
            `${world.url}${PATHS[name]}${view.query?.(sid, view.isCommanded ? commandedDevice : device, finding) ?? ''}`,
          );
          await settled(page);
          await view.opens?.(page);
          if (view.opens) await settled(page);
          const parts = [name, view.name, size, colorScheme].filter(Boolean);
          if (values.fit) {
            for (const misfit of await misfitsOf(page)) console.log(`${language} ${parts.join('-')} ${misfit}`);
            await page.setViewportSize(viewport);
          } else await take(page, join(into, `${values.docs ? view.name : parts.join('-')}.${format}`), view);
          await view.closes?.(page);
          count++;
        }
        await context.close();
      }
    }
  }
  return count;
}

/** Takes the pictures of the guide in one language. */
async function takeGuide(browser: Browser, world: World, sid: string, language: string): Promise<number> {
  const device = await devicesByKind(world);
  mkdirSync(GUIDE_FOLDER, { recursive: true });
  const storageState = await signedIn(browser, world.url);
  await strengthen(world);
  const context = await browser.newContext({
    locale: localeOf(language as LanguageCode),
    viewport: GUIDE_VIEWPORT,
    deviceScaleFactor: GUIDE_SCALE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    storageState,
  });
  const page = await context.newPage();
  for (const view of GUIDE_VIEWS) {
    await page.goto(`${world.url}${PATHS[view.page]}${view.query?.(sid, device, '') ?? ''}`);
    await settled(page);
    await view.opens?.(page);
    await settled(page);
    await takeGuidePicture(page, view, language);
  }
  await context.close();
  return GUIDE_VIEWS.length;
}

const browser = await openBrowser();
const weather = await screenWeather();
try {
  for (const amount of amounts) {
    const mqttPort = await freePort();
    // Mail settings of a server that nobody runs, so that the pages before sign-in are those of a portal with mail.
    const mails: Record<string, string> =
      amount === 'none' ? { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.com' } : {};
    const world = await openWorld({
      env: {
        MQTT_PORT: String(mqttPort),
        ...mails,
        // With few plants only: with many, the pages show a portal without a weather service.
        ...(amount === 'little' || amount === 'docs' ? { WEATHER_URL: weather.url } : {}),
        BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}`,
        SECOND_FACTOR_KEY: '5a'.repeat(32),
        PUSH_KEY: '5a'.repeat(32),
      },
    });
    try {
      await world.startServer();
      // Otherwise a bar about the second factor would cover every page of the administrator.
      await world.sql`update roles set second_factor_since = null`;
      const { sid, stop } = await FILL[amount](world, mqttPort);
      await world.sql`
        insert into public_links (sid, id, token_hash, title, made_by, made_at, expires_at)
        select sid, gen_random_uuid(), ${hashOfToken(sid)}, '', 1, now(), now() + interval '90 days' from sites where sid = ${sid}`;
      for (const language of LANGUAGES)
        console.log(
          `${amount}, ${language}: ${await (values.guide ? takeGuide(browser, world, sid, language) : takeAll(browser, amount, world, sid, language))} ${values.fit ? 'views' : 'pictures'}`,
        );
      await stop();
    } finally {
      await world.close();
    }
  }
} finally {
  await browser.close();
  weather.close();
}
// Services opened for the history keep timers.
process.exit(0);
