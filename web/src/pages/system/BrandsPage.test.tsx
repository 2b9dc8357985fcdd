// The page of brands: its list, the form with contrast and refusals, marks, export and import.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, openPage, refused, typeIn } from '../../../test/page.tsx';

const brand = (change: Partial<Response<'brand/detail'>> = {}): Response<'brand/detail'> => ({
  id: 3,
  version: 7,
  code: 'emberfield',
  name: 'Emberfield',
  companyName: 'Emberfield Energy Inc.',
  companyUrl: 'https://emberfield.example',
  copyright: '© 2026 Emberfield',
  supportMail: 'support@emberfield.example',
  apiBase: '',
  withLogo: true,
  openRegistration: true,
  sidebar: 'dark',
  accentLight: '#9A3412',
  accentDark: '#F0926B',
  mailFrom: '',
  language: 'en',
  appStoreUrl: '',
  playStoreUrl: '',
  privacy: { de: 'Wir speichern nichts.' },
  hosts: ['solar.emberfield.example'],
  marks: {
    light: '/brand/3.svg',
    dark: '/brand/3.svg',
    icon180: '/brand/3/icon-180-own.png',
    icon192: '/brand/3/icon-192-own.png',
    icon512: '/brand/3/icon-512-own.png',
  },
  uploaded: { light: false, dark: false },
  url: 'https://solar.emberfield.example',
  ...change,
});
const open = async (answers: Answers = {}, address = '/system/brands?id=3') =>
  await openPage(address, { 'brand/detail': brand(), ...answers }, { role: 'administrator' });
const field = async (label: RegExp) => await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
const saveButton = () => screen.getByText('Save', { selector: 'button *' }).closest('button')!;
const save = () => fireEvent.click(saveButton());
const preview = () => within(screen.getByRole('region', { name: 'Preview' }));

test('lists the brands with their companies and says which is the default', async () => {
  const row = { code: 'x', companyName: 'X Ltd', mark: '/brand/0.svg', accentLight: '#0B62B8', host: '', companies: 2 };
  const list = [
    { ...row, id: 0, name: 'Heliograph', isDefault: true },
    { ...row, id: 3, name: 'Emberfield', isDefault: false, host: 'solar.emberfield.example', companies: 0 },
  ];
  const { address } = await open({ 'brand/list': { list } }, '/system/brands');
  const [first, second] = await within(await screen.findByRole('list', { name: 'Brands' })).findAllByRole('listitem');
  within(first!).getByText('Default');
  expect(within(second!).queryByText('Default')).toBeNull();
  within(second!).getByText('solar.emberfield.example');
  fireEvent.click(within(second!).getByText('Emberfield'));
  await field(/^Name/);
  expect(address()).toBe('/system/brands?id=3');
});

test('says the contrast of an accent colour while it is typed, and takes the nearest that can be read', async () => {
  const { requests } = await open({ 'brand/update': { version: 8 } });
  const light = await field(/^Accent color \(light\)/);
  screen.getAllByText(/^Contrast 6\.8 : 1$/);
  typeIn(light, '#FFAA00');
  await screen.findByText('Contrast 1.7 : 1 is too low. At least 4.5 : 1 is needed.');
  save();
  await waitFor(() => expect(light.getAttribute('aria-invalid')).toBe('true'));
  expect(requests('brand/update')).toEqual([]);
  fireEvent.click(screen.getByText(/^Use #/));
  await waitFor(() => expect(screen.queryByText(/is too low/)).toBeNull());
  const nearest = light.value;
  expect(nearest).toMatch(/^#[0-9A-F]{6}$/);
  save();
  await waitFor(() => expect(requests('brand/update')).toMatchObject([{ id: 3, version: 7, accentLight: nearest }]));
});

test('shows the brand in the preview as it is typed, in both schemes', async () => {
  await open();
  typeIn(await field(/^Name/), 'Glowfield');
  const [light, dark] = preview().getAllByRole('figure');
  typeIn(await field(/^Accent color \(dark\)/), '#FFFFFF');
  await waitFor(() => expect(within(light!).getAllByText('Glowfield').length).toBe(2));
  await waitFor(() => expect(dark!.style.getPropertyValue('--accent')).toBe('#FFFFFF'));
  expect(light!.style.getPropertyValue('--accent')).toBe('#9A3412');
});

test('shows refusals at their fields', async () => {
  const { answer } = await open({
    'brand/update': refused('brandHostTaken', 'The host name belongs to another brand.'),
  });
  typeIn(await field(/^Name/), 'Heliograph');
  save();
  await screen.findByText('The host name belongs to another brand.');
  expect((await field(/^Host names/)).getAttribute('aria-invalid')).toBe('true');
  answer({ 'brand/update': refused('brandNameTaken', 'Another brand has this name.') });
  save();
  await screen.findByText('Another brand has this name.');
  expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true');
});

test('shows a host name that is none at its field, and sends nothing', async () => {
  const { requests } = await open();
  const hosts = await field(/^Host names/);
  fireEvent.paste(hosts, { clipboardData: { getData: () => 'https://x.example' } });
  save();
  await screen.findByText('Input format incorrect.');
  expect(requests('brand/update')).toEqual([]);
});

test('offers the links of the phone app for the default brand only', async () => {
  await open({ 'brand/detail': brand({ id: 0 }) }, '/system/brands?id=0');
  await field(/^App Store link/);
});

test('does not offer the links of the phone app for another brand', async () => {
  await open();
  await field(/^Name/);
  expect(screen.queryByLabelText(/^App Store link/)).toBeNull();
});

test('stores the privacy policy of each language, and removes an emptied one', async () => {
  const { requests } = await open({ 'brand/detail': brand({ language: 'de' }), 'brand/update': { version: 8 } });
  const text = await screen.findByLabelText<HTMLTextAreaElement>(/^Text/);
  expect(text.value).toBe('Wir speichern nichts.');
  typeIn(text, '');
  screen.getByText(/^Empty: readers of this language see the policy in the brand's language/);
  save();
  await waitFor(() => expect(requests('brand/update')).toMatchObject([{ privacy: {} }]));
});

/** Answers the files of marks, and stores sent ones; other requests go on. */
function serveMarks(): { sent: { scheme: unknown; bytes: number }[] } {
  const sent: { scheme: unknown; bytes: number }[] = [];
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith('/brand/'))
      return new globalThis.Response('<svg/>', { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
    if (url !== '/v2/brand/mark') return await others(url, init);
    const body = init!.body as FormData;
    sent.push({ scheme: body.get('scheme'), bytes: (body.get('picture') as File).size });
    return globalThis.Response.json({ code: 200, msg: '', data: { marks: brand().marks } });
  });
  return { sent };
}

/** Presses Export and returns the name and text of the downloaded file. */
async function exported(): Promise<{ name: string; text: string }> {
  let content: Blob | undefined;
  let name = '';
  const createObjectURL = (blob: Blob) => {
    content = blob;
    return 'blob:brand';
  };
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download;
  });
  fireEvent.click(await screen.findByText('Export'));
  await waitFor(() => expect(name).not.toBe(''));
  click.mockRestore();
  return { name, text: await content!.text() };
}

const choosers = (container: HTMLElement) => [...container.querySelectorAll<HTMLInputElement>('input[type="file"]')];
const chooseFile = (input: HTMLInputElement, file: File) => fireEvent.change(input, { target: { files: [file] } });
const fileOf = (text: string) => new File([text], 'other.brand.json', { type: 'application/json' });

test('exports a brand with its mark and without its host names', async () => {
  await open();
  serveMarks();
  const { name, text } = await exported();
  expect(name).toBe('emberfield.brand.json');
  const content = JSON.parse(text) as Record<string, unknown>;
  expect(content).toMatchObject({
    format: 'heliograph-brand',
    version: 1,
    name: 'Emberfield',
    accentLight: '#9A3412',
    privacy: { de: 'Wir speichern nichts.' },
    marks: { light: `data:image/svg+xml;base64,${btoa('<svg/>')}` },
  });
  expect(content).not.toHaveProperty('hosts');
});

test('imports the file of another brand into the form, keeps the host names, and stores the mark on Save', async () => {
  const { container, requests } = await open({ 'brand/update': { version: 8 } });
  const { sent } = serveMarks();
  const { text } = await exported();
  const other = text.replaceAll('Emberfield', 'Otherfield').replaceAll('emberfield', 'otherfield');
  chooseFile(choosers(container)[0]!, fileOf(other));
  await screen.findByText(/^other\.brand\.json was read into the form/);
  expect((await field(/^Name/)).value).toBe('Otherfield');
  preview().getAllByText('Otherfield');
  expect(requests('brand/update')).toEqual([]);
  save();
  await waitFor(() =>
    expect(requests('brand/update')).toMatchObject([
      { id: 3, version: 7, name: 'Otherfield', code: 'otherfield', hosts: ['solar.emberfield.example'] },
    ]),
  );
  await waitFor(() => expect(sent).toEqual([{ scheme: 'light', bytes: 6 }]));
});

test('names the field of a file that the contract refuses, and changes nothing', async () => {
  const { container } = await open();
  serveMarks();
  const { text } = await exported();
  chooseFile(
    choosers(container)[0]!,
    fileOf(text.replace('support@emberfield.example', 'nobody').replace('"Emberfield"', '"New"')),
  );
  await screen.findByText(/was not imported, nothing has changed\. This field is not valid: Support e-mail\.$/);
  expect((await field(/^Name/)).value).toBe('Emberfield');
  expect(saveButton().disabled).toBe(true);
});

test('says so when a file is no file of a brand', async () => {
  const { container } = await open();
  await field(/^Name/);
  chooseFile(choosers(container)[0]!, fileOf('{"format":"else"}'));
  await screen.findByText(/This is not a brand file\.$/);
});

test('uploads a chosen mark when the form is saved, not before', async () => {
  const { container } = await open({ 'brand/update': { version: 8 } });
  const { sent } = serveMarks();
  await field(/^Name/);
  chooseFile(choosers(container).at(-1)!, new File(['1234'], 'dark.png', { type: 'image/png' }));
  await screen.findByLabelText('Remove the logo for dark backgrounds');
  expect(sent).toEqual([]);
  save();
  await waitFor(() => expect(sent).toEqual([{ scheme: 'dark', bytes: 4 }]));
});

test('removes an uploaded mark when the form is saved', async () => {
  const uploaded = brand({ uploaded: { light: false, dark: true } });
  const { requests } = await open({
    'brand/detail': uploaded,
    'brand/update': { version: 8 },
    'brand/removeMark': { marks: brand().marks },
  });
  fireEvent.click(await screen.findByLabelText('Remove the logo for dark backgrounds'));
  save();
  await waitFor(() => expect(requests('brand/removeMark')).toEqual([{ id: 3, scheme: 'dark' }]));
});

test('does not take a mark that is larger than a megabyte', async () => {
  const { container } = await open();
  await field(/^Name/);
  chooseFile(
    choosers(container).at(-1)!,
    new File([new Uint8Array(1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
  );
  await screen.findByText('The file is too large. At most 1 MiB are allowed.');
  expect(saveButton().disabled).toBe(true);
});
