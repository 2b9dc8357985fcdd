// The page and its files: the response and its headers for each kind of address.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { projectDir } from '../config.ts';
import { serveWeb } from './static.ts';

const { context, sql } = await testServer({ DEMO: 'on' });
const dist = mkdtempSync(join(tmpdir(), 'heliograph-dist-'));
mkdirSync(join(dist, 'assets'));
// The web client's own page, so that the placeholders are the real ones.
copyFileSync(join(projectDir, 'web/index.html'), join(dist, 'index.html'));
cpSync(join(projectDir, 'web/public/brand'), join(dist, 'brand'), { recursive: true });
writeFileSync(join(dist, 'assets/main-abc123.js'), 'export {};');
writeFileSync(join(dist, 'assets/main-abc123.js.br'), 'brotli');
writeFileSync(join(dist, 'assets/codes.worker-abc123.js'), 'export {};');
writeFileSync(join(dist, 'worker.js'), '// service worker');
writeFileSync(join(dist, 'assets/codes.worker-abc123.js.br'), 'brotli');
writeFileSync(join(dist, 'assets/zxing_reader-abc123.wasm'), 'wasm');
writeFileSync(join(dist, 'assets/zxing_reader-abc123.wasm.br'), 'brotli');
writeFileSync(join(dist, 'scheme.js'), '1;');
const files = ['assets/list-1.js', 'assets/list-1.css', 'assets/inter-own-1.woff2'];
const areas = ['list'];
writeFileSync(join(dist, '.first.json'), JSON.stringify({ '/': { files: [], areas }, '/pvPlant': { files, areas } }));
const TEXTS = /id="texts">(.*?)<\/script>/s;
const HOSTILE = '</script><b>{{nonce}}';
const texts = {
  en: { list: { title: 'Plants', hint: HOSTILE }, other: { title: 'Other' } },
  de: { list: { title: 'Anlagen', hint: HOSTILE } },
};
writeFileSync(join(dist, '.texts.json'), JSON.stringify(texts));
writeFileSync(join(dist, '.heliograph'), 'the stamp of the build');
writeFileSync(join(dist, 'assets/.hidden.js'), 'hidden');

const app = Fastify();
await serveWeb(app, context, dist);
const unbuilt = Fastify();
await serveWeb(unbuilt, context, join(dist, 'missing'));
afterAll(async () => {
  await app.close();
  await unbuilt.close();
  rmSync(dist, { recursive: true });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = browser) => app.inject({ url, headers });

test.each(['/', '/pvPlant', '/pvPlant/detail?sid=DE_20260101_abcdef', '/no/such/page', '/setup?secret=x.y'])(
  'a browser gets the page at %s',
  async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.body.replace(TEXTS, '')).not.toContain('{{');
  },
);

test('each page has its own nonce, which its content policy names', async () => {
  const nonces = await Promise.all(
    [get('/'), get('/')].map(async (pending) => {
      const { body, headers } = await pending;
      const nonce = /name="csp-nonce" content="([^"]+)"/.exec(body)![1]!;
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      return nonce;
    }),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("the page contains the portal's state, and nothing in it can end the block", async () => {
  const demo = { done: 1, total: 2, accounts: [{ email: '</script><b>$&', password: '{{nonce}}', role: 'owner' }] };
  await sql`insert into settings (name, value) values ('demo', ${sql.json(demo)})`;
  const { body } = await get('/');
  const block = /id="portal">(.*?)<\/script>/s.exec(body)![1]!;
  expect(JSON.parse(block)).toMatchObject({ brandId: 0, maintenance: false, demo });
});

test.each<[acceptLanguage: string, language: 'en' | 'de']>([
  ['en-US,en;q=0.9', 'en'],
  ['de-AT', 'de'],
  ['sv, de', 'en'],
  ['__proto__', 'en'],
])(
  "a page names the files it needs at first, and has the texts of its areas in the browser's language: %s",
  async (acceptLanguage, language) => {
    const { body } = await get('/pvPlant?status=0', { ...browser, 'accept-language': acceptLanguage });
    const head = body.slice(0, body.indexOf('</head>'));
    expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1.js">');
    expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/list-1.css">');
    expect(head).toContain(
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/inter-own-1.woff2">',
    );
    const block = TEXTS.exec(body)![1]!;
    expect(block).not.toContain('<');
    expect(JSON.parse(block)).toEqual({ language, areas: { list: texts[language].list } });
  },
);

test("the page has the brand's name, icon and logo, before any script has loaded", async () => {
  const mark = readFileSync(join(projectDir, 'web/public/brand/0.svg'), 'utf8');
  expect((await get('/')).body).toContain(`<div class="splash">${mark}</div>`);
  const other = Fastify();
  await serveWeb(other, { ...context, config: { ...context.config, brand: 5 } }, dist);
  const { body } = await other.inject({ url: '/', headers: browser });
  const ownMark = readFileSync(join(projectDir, 'web/public/brand/5.svg'), 'utf8');
  for (const part of [`<div class="splash">${ownMark}</div>`, '<title>Rosamere</title>', 'href="/brand/5.svg"'])
    expect(body).toContain(part);
  expect(body).not.toMatch(/heliograph|brand\/0/i);
  await other.close();
});

test('other pages have no preload tags of that page', async () => {
  for (const path of ['/', '/pvPlant/detail', '/constructor', '/__proto__'])
    expect((await get(path)).body).not.toContain('/assets/list-1');
});

test('hashed files are cached for ever, others for minutes; brotli is sent to clients that accept it', async () => {
  const hashed = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect(hashed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
  });
  expect(hashed.body).toBe('brotli');
  expect(hashed.headers).not.toHaveProperty('etag');
  expect((await get('/assets/main-abc123.js', {})).body).toBe('export {};');
  const scheme = await get('/scheme.js', {});
  expect(scheme.headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: expect.any(String) });
});

test('WebAssembly may run in the worker that reads codes alone, and is sent compressed', async () => {
  for (const encoding of ['br', 'identity']) {
    const worker = await get('/assets/codes.worker-abc123.js', { 'accept-encoding': encoding });
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    );
  }
  for (const url of ['/', '/pvPlant/edit', '/assets/main-abc123.js'])
    expect((await get(url)).headers['content-security-policy'] ?? '').not.toContain('wasm');
  const wasm = await get('/assets/zxing_reader-abc123.wasm', { 'accept-encoding': 'gzip, br' });
  expect(wasm.headers).toMatchObject({ 'content-type': 'application/wasm', 'content-encoding': 'br' });
});

test('the service worker may fetch from this server alone, and is never stale', async () => {
  const worker = await get('/worker.js?release=1.0.0%2Baa');
  expect(worker.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  });
});

test('the page is compressed for clients that accept it, with the same content', async () => {
  const plain = (await get('/')).body;
  const small = await get('/', { ...browser, 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') });
  const nonce = / content="[A-Za-z0-9+/=]{24}"/;
  expect(String(brotliDecompressSync(small.rawPayload)).replace(nonce, '')).toBe(plain.replace(nonce, ''));
  expect(small.rawPayload.length).toBeLessThan(0.7 * plain.length);
});

test('a missing file and a request that does not accept HTML get a 404', async () => {
  expect((await get('/assets/main-old.js')).statusCode).toBe(404);
  expect((await get('/pvPlant', { accept: 'application/json' })).statusCode).toBe(404);
  expect((await get('/../package.json')).statusCode).toBe(404);
  expect((await get('/%2e%2e/%2e%2e/etc/passwd', {})).body).not.toContain('root:');
});

test.each(['/.heliograph', '/%2eheliograph', '/.heliograph?x=1', '/assets/.hidden.js', '/assets/%2Ehidden.js'])(
  'a file whose name begins with a dot is not served: %s',
  async (url) => {
    for (const headers of [browser, {}]) {
      const { statusCode, body } = await get(url, headers);
      expect([statusCode, body.includes('stamp') || body.includes('hidden')]).toEqual([404, false]);
    }
  },
);

test.each(['/pv_manager/index.php', '/old/pv_manager/a/b.php?x=1'])(
  "the predecessor's %s leads to sign-in",
  async (url) => {
    const response = await get(url, {});
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
  },
);

test.each(['/assets', '/assets/', '/.git/config', '/../.env', '/%2e%2e/.env'])(
  'nothing is listed or found at %s',
  async (url) => {
    const { statusCode, body } = await get(url, {});
    expect([403, 404]).toContain(statusCode);
    expect(body).not.toMatch(/\.js|\.css|\[core\]|PORT=/);
  },
);

test('the page with its placeholders is never served as a file', async () => {
  const response = await get('/index.html');
  expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
});

test('without a build of the web client the response explains it', async () => {
  const response = await unbuilt.inject({ url: '/', headers: browser });
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain('npm start');
});

test('each host name has its brand, and the page of a new password the brand that its address names', async () => {
  await sql`insert into brand_hosts (host, brand_id, sort) values ('emberfield.example', 3, 0)`;
  await sql`update brands set api_base = 'https://api.emberfield.example', name = 'Ember & <Field>' where id = 3`;
  const pageAt = async (url: string, host: string) => await get(url, { ...browser, host });
  const { body, headers } = await pageAt('/pvPlant', 'Emberfield.example:8080');
  for (const part of ['<title>Ember &amp; &lt;Field&gt;</title>', 'href="/brand/3.svg"', '/brand/3/icon-180-own.png'])
    expect(body).toContain(part);
  expect(body).not.toMatch(/heliograph|brand\/0/i);
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.emberfield.example;");
  expect((await pageAt('/pvPlant', 'elsewhere.example')).body).toContain('<title>Heliograph</title>');
  const titled = (await pageAt('/resetPwd?title=NORTHlight', 'emberfield.example')).body;
  expect(titled).toContain('<title>Northlight</title>');
  expect(titled).toContain('"apiBase":"https://api.emberfield.example"');
  for (const url of ['/resetPwd?title=nobody', '/resetPwd?title=%00', '/resetPwd', '/forgetPwd?title=northlight'])
    expect((await pageAt(url, 'emberfield.example')).body, url).toContain('<title>Ember &amp; &lt;Field&gt;</title>');
});

test('a brand with an uploaded mark shows it before any script has loaded, and each host has its manifest', async () => {
  await sql`insert into brand_hosts (host, brand_id, sort) values ('rosamere.example', 5, 0)`;
  await sql`insert into brand_marks (brand_id, scheme, content_id, png) values (5, 'light', 'abc', '\\x00')`;
  const { body } = await get('/', { ...browser, host: 'rosamere.example' });
  expect(body).toContain('<div class="splash"><img src="/brand/5/light-abc.png" width="32" height="32" alt=""></div>');
  expect(body).toContain('href="/brand/5/light-abc.png"');
  const manifest = await get('/manifest.webmanifest', { host: 'rosamere.example' });
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(manifest.json()).toMatchObject({ name: 'Rosamere', theme_color: '#9D1F5B', display: 'standalone' });
  const own = (await get('/manifest.webmanifest')).json() as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(own.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable']);
  for (const { src, sizes } of own.icons) {
    const { statusCode, headers, rawPayload } = await get(src);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('a maskable icon has the mark within the safe zone on an opaque ground', async () => {
  const { rawPayload } = await get('/brand/0/maskable-192-own.png');
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex');
  const ground = 'f6f7f9';
  const outside: string[] = [];
  let inside = 0;
  for (let y = 0; y < 192; y++)
    for (let x = 0; x < 192; x++) {
      if (colorAt(x, y) === ground) continue;
      inside++;
      // The circle of 80% of the icon.
      if (Math.hypot(x - 95.5, y - 95.5) > 0.4 * 192) outside.push(`${x} ${y}`);
    }
  expect(outside).toEqual([]);
  expect(inside).toBeGreaterThan(1000);
});

test('the manifest has the language of the browser, else of the brand', async () => {
  const inGerman = await get('/manifest.webmanifest', { 'accept-language': 'de-AT,de;q=0.9' });
  expect(inGerman.headers.vary).toContain('accept-language');
  expect(inGerman.json()).toMatchObject({ lang: 'de', dir: 'ltr' });
  expect((await get('/manifest.webmanifest', { 'accept-language': 'xx' })).json()).toMatchObject({ lang: 'en-US' });
});
