// Claim: a day of a thousand modules plays at 60 frames a second at sixty times real time, comes in one answer of the server, and zones of a thousand modules are dragged as smoothly.
import { chromium } from '@playwright/test';
import { CHROMIUM, signedIn } from './browser.ts';
import { type Frames, formatFrames, framesOf } from './frameCounter.ts';
import { fillRoof, ROOF_SID } from './roof.ts';
import { openWorld, percentile, table } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
/** Limit for the page's own work in a frame. */
const MAX_FRAME_MS = 1000 / 60;
/** Sixty a second, as measured by a clock of whole frames. */
const MAX_APART_MS = 20;
const MAX_DROPPED = 0.02;

const isSmooth = ({ p95, droppedShare }: Frames): boolean => p95 <= MAX_APART_MS && droppedShare <= MAX_DROPPED;

/** Runs in the page: records the time of every frame, whether or not something was drawn, and the duration of the page's own work in it. */
const COUNTS = `
  window.measured = { frames: [], work: [] };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => request((now) => {
    const before = performance.now();
    draw(now);
    measured.work.push(performance.now() - before);
  });
  request(function next(now) {
    measured.frames.push(now);
    request(next);
  });`;

/** Runs in the page: returns the position of the first dark pixel of a name, above the corner of the first zone. */
const CORNER = `(() => {
  const canvas = document.querySelector('canvas');
  const ratio = canvas.width / canvas.clientWidth;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++)
      if (data[4 * (y * canvas.width + x) + 3] > 200) return { x: x / ratio, y: y / ratio + 16 };
  return { x: 0, y: 0 };
})()`;

const world = await openWorld();
/** Started as users' browsers are, with drawing on the graphics card or its software replacement. */
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-quic', '--no-first-run'],
});
let failed = false;
try {
  // Midnight UTC, with a whole day of sun before it.
  const midnightMs = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  await world.startServer();
  await fillRoof(world.sql, midnightMs);
  const storageState = await signedIn(browser, world.url);
  const day = new Date(midnightMs - 86_400_000).toISOString().slice(0, 10);
  const rows: Record<string, string | number>[] = [];

  const token = JSON.stringify(storageState).match(/\\"token\\":\\"([^\\]+)/)?.[1] ?? '';
  const times: number[] = [];
  let [bytes, modules] = [0, 0];
  for (let n = 0; n < 20; n++) {
    const before = performance.now();
    const answer = await fetch(`${world.url}/v2/site/playback`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'accept-encoding': 'br' },
      body: JSON.stringify({ sid: ROOF_SID, day }),
    });
    bytes = Number(answer.headers.get('content-length') ?? 0);
    const { data } = (await answer.json()) as { data: { modules: { data: number[] }[] } };
    times.push(performance.now() - before);
    modules = data.modules.length;
  }
  rows.push({ what: 'modules in the answer', value: modules });
  rows.push({
    what: 'answer p50 / p95, ms',
    value: `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)}`,
  });
  if (bytes > 0) rows.push({ what: 'bytes on the wire', value: bytes });
  failed ||= modules !== 1000;

  for (let round = 1; round <= ROUNDS; round++) {
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 1000 } });
    const page = await context.newPage();
    await page.addInitScript({ content: COUNTS });
    await page.goto(`${world.url}/pvPlant/detail?sid=${ROOF_SID}&view=playback&day=${day}`);
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '60x' }).click();
    await page.waitForTimeout(1000);
    await play.click();
    // Before the start nothing is drawn, and no frame is dropped.
    await page.evaluate('measured.frames.length = measured.work.length = 0');
    await play.waitFor({ timeout: 60_000 });
    const { frames, work } = await page.evaluate<{ frames: number[]; work: number[] }>('measured');
    const played = framesOf(frames);
    const workP95 = percentile(work, 0.95);
    rows.push({ what: `round ${round}: frames, ms apart p50 / p95, dropped`, value: formatFrames(played) });
    rows.push({
      what: `round ${round}: page's work per frame p50 / p95, ms`,
      value: `${percentile(work, 0.5).toFixed(1)} / ${workP95.toFixed(1)}`,
    });
    failed ||= workP95 > MAX_FRAME_MS || !isSmooth(played);
    await page.goto(`${world.url}/pvPlant/layout?sid=${ROOF_SID}`);
    await page.getByRole('button', { name: /^East/ }).click();
    const canvas = (await page.locator('canvas').boundingBox())!;
    const nameCorner = await page.evaluate<{ x: number; y: number }>(CORNER);
    await page.mouse.move(canvas.x + nameCorner.x + 10, canvas.y + nameCorner.y - 6);
    await page.mouse.down();
    await page.evaluate('measured.frames.length = measured.work.length = 0');
    for (let n = 0; n < 120; n++)
      await page.mouse.move(canvas.x + nameCorner.x + 10 + n * 2, canvas.y + nameCorner.y - 6 + (n % 40));
    const dragged = await page.evaluate<{ frames: number[]; work: number[] }>('measured');
    await page.mouse.up();
    const moved = framesOf(dragged.frames);
    rows.push({
      what: `round ${round}: a zone dragged, frames, ms apart p50 / p95, dropped`,
      value: formatFrames(moved),
    });
    failed ||= !isSmooth(moved);
    await context.close();
  }
  table(rows);
} finally {
  await browser.close();
  await world.close();
}
process.exit(failed ? 1 : 0);
