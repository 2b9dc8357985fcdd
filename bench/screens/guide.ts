// Pictures of the guide (web/public/guides/): a part of a page for each section that has one, in each language.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageName } from '@heliograph/contract/pages.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { PICTURE, type PICTURED } from '../../web/src/components/guide/sections.ts';
import { plantOf, type View } from './views.ts';

export const GUIDE_FOLDER = join(import.meta.dirname, '../../web/public/guides');
/** A narrow desktop, whose content is legible in a picture of 640 px. */
export const GUIDE_VIEWPORT = { width: 928, height: 660 };
const MAX_BYTES = 30_000;
/** Part of the page in a picture: its content and a margin around it. */
const CLIP = { width: 800, height: 500 };
const MARGIN_PX = 8;
/** Twice as many pixels as the picture has on the page. */
export const GUIDE_SCALE = (2 * PICTURE.width) / CLIP.width;

interface GuideView extends View {
  name: (typeof PICTURED)[number];
  page: PageName;
  /** Selector of the part whose upper left corner is that of the picture. */
  from: string;
}

export const GUIDE_VIEWS: readonly GuideView[] = [
  {
    page: 'PvPlantDetail',
    name: 'energy',
    query: (_sid, device) => `${plantOf(device('hybrid'))}&view=energy`,
    from: 'main section',
  },
  { page: 'Alerts', name: 'alerts', from: 'main section' },
  { page: 'PvPlantDetail', name: 'roof', query: (sid) => `?sid=${sid}&view=layout`, from: 'main section' },
  {
    page: 'AllInOneMachine',
    name: 'battery',
    query: (_sid, device) => `${device('hybrid')}&view=settings`,
    from: 'main section:has(input[type="radio"])',
    // The page reads the settings from the device first.
    opens: (page) => page.locator('main input[type="radio"]:checked').waitFor(),
  },
  {
    page: 'ParameterSetting',
    name: 'remoteControl',
    query: (_sid, device) => device('hybrid'),
    from: 'main section:has(table)',
    opens: async (page) => {
      const card = page.locator('main section:has(table)').first();
      await card.locator('button:has(.tabler-icon-refresh)').click();
      await card.locator('tbody tr:first-child > :nth-child(2)').filter({ hasText: /\d/ }).waitFor();
    },
  },
  { page: 'PvPlant', name: 'plants', from: 'main h1' },
];

/** Takes a picture with as many colors as fit into the size; without loss, as text would show it most. */
export async function takeGuidePicture(page: Page, { name, from }: GuideView, language: string): Promise<void> {
  const part = page.locator(from).first();
  await part.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
  const { x, y } = (await part.boundingBox())!;
  const scrolled = await page.evaluate<number>('window.scrollY');
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { x: x - MARGIN_PX, y: y + scrolled - MARGIN_PX, ...CLIP, scale: GUIDE_SCALE },
  });
  await devtools.detach();
  for (const quality of [100, 90, 80, 70, 50, 30, 10]) {
    const reduced = await sharp(Buffer.from(data, 'base64')).png({ palette: true, quality, dither: 0 }).toBuffer();
    const picture = await sharp(reduced).webp({ lossless: true, effort: 6 }).toBuffer();
    if (picture.length > MAX_BYTES) continue;
    writeFileSync(join(GUIDE_FOLDER, `${name}.${language}.webp`), picture);
    console.log(`${name} ${language}: ${picture.length} bytes, quality ${quality}`);
    return;
  }
  throw new Error(`The picture ${name}.${language} has more than ${MAX_BYTES} bytes at any quality.`);
}
