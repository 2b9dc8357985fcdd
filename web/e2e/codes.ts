// Real bar codes and QR codes for journeys: as pictures, and as a film that Chromium plays as its camera.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

export interface Label {
  format: NonNullable<WriterOptions['format']>;
  text: string;
}

const [WIDTH, HEIGHT] = [1280, 720];

/** Returns a PNG with the labels in rows and columns on grey paper. */
export async function pictureOf(labels: readonly Label[], columns = 2): Promise<Buffer> {
  const paper = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#d8d8d0' } });
  const rows = Math.max(1, Math.ceil(labels.length / columns));
  const images = await Promise.all(
    labels.map(async ({ format, text }, n) => {
      const { image, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: true });
      if (!image) throw new Error(`${format} ${text}: ${error}`);
      const drawn = sharp(Buffer.from(await image.arrayBuffer()));
      const { width, height } = await drawn.metadata();
      // Scales by whole numbers, so that no bar becomes thinner than another.
      const scale = Math.max(
        1,
        Math.min(Math.floor((WIDTH / columns - 60) / width), Math.floor((HEIGHT / rows - 40) / height)),
      );
      const input = await drawn
        .resize(width * scale, height * scale, { kernel: 'nearest' })
        .flatten({ background: '#fff' })
        .png()
        .toBuffer();
      const left = (n % columns) * Math.floor(WIDTH / columns) + 30;
      return { input, left, top: Math.floor(n / columns) * Math.floor(HEIGHT / rows) + 20 };
    }),
  );
  return await paper.composite(images).png().toBuffer();
}

/** Scenes, each shown for a number of frames; the film repeats. */
export type Film = readonly { labels: readonly Label[]; frames: number }[];

/** Runs `work` in a browser whose camera shows the film. */
export async function withCamera(
  film: Film,
  launch: LaunchOptions,
  baseURL: string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-film-'));
  const file = join(folder, 'codes.mjpeg');
  const frames: Buffer[] = [];
  for (const { labels, frames: count } of film) {
    const frame = await sharp(await pictureOf(labels))
      .jpeg({ quality: 90, chromaSubsampling: '4:2:0' })
      .toBuffer();
    for (let n = 0; n < count; n++) frames.push(frame);
  }
  writeFileSync(file, Buffer.concat(frames));
  const args = [
    ...(launch.args ?? []),
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
  const browser = await chromium.launch({ ...launch, args });
  try {
    await work(await (await browser.newContext({ baseURL })).newPage());
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}
