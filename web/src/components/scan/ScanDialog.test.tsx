// Reading a photo without a camera: new numbers, photos without a code, files that are not pictures.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../i18n/start.ts';
import type { FoundCode } from './codeReader.ts';
import ScanDialog from './ScanDialog.tsx';
import type { ScanProps } from './useScanned.ts';

/** Codes that the reader finds in the next photo. */
let codes: FoundCode[] = [];
vi.mock('./codeReader.ts', () => ({
  openCodeReader: () => ({ read: async () => codes, close: () => undefined }),
}));

beforeAll(async () => {
  await startTexts();
  await addTexts(['scan']);
});
beforeEach(() =>
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.type !== 'image/png') throw new Error('no picture');
    return { width: 1280, height: 720, close: () => undefined };
  }),
);
afterEach(() => vi.unstubAllGlobals());

const code = (text: string): FoundCode => ({ text, format: 'QRCode', corners: [] });
function open(props: Partial<ScanProps> = {}) {
  const onNumbers = vi.fn((numbers: readonly string[]) => numbers.map(() => ({ tone: 'ok' as const, text: 'Added' })));
  render(
    <MantineProvider env="test">
      <ScanDialog onNumbers={onNumbers} onClose={() => undefined} {...props} />
    </MantineProvider>,
  );
  return onNumbers;
}
const photo = async (type = 'image/png') => {
  const files = [new File(['x'], 'labels', { type })];
  await act(async () => fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } }));
};

test('reports that there is no camera, and why a photo cannot be used', async () => {
  open();
  await screen.findByText(/^No camera can be used here/);
  await photo('text/plain');
  await screen.findByText('This file is not a readable picture.');
  codes = [];
  await photo();
  await screen.findByText(/^No code was found in the photo/);
});

test('adds each number of a photo of labels once', async () => {
  const onNumbers = open();
  codes = ['1F90AE00', '1F90AE01', '1F90AE02', '1F90AE00'].map(code);
  await photo();
  expect(await screen.findAllByText('Added')).toHaveLength(3);
  expect(onNumbers.mock.calls).toEqual([[['1F90AE00', '1F90AE01', '1F90AE02']]]);
  await photo();
  expect(onNumbers).toHaveBeenCalledTimes(1);
});

test('accepts none of several numbers when a single one is required', async () => {
  const onNumbers = open({ isOneByOne: true });
  codes = ['1F90AE00', '1F90AE01'].map(code);
  await photo();
  await screen.findAllByText(/^Several numbers are visible/);
  expect(onNumbers).not.toHaveBeenCalled();
  codes = [code('1F90AE01')];
  await photo();
  await screen.findByText('Added');
  expect(onNumbers.mock.calls).toEqual([[['1F90AE01']]]);
});

test('shows that a code has no serial number', async () => {
  const onNumbers = open();
  codes = [{ ...code('4012345123456'), format: 'EAN13' }];
  await photo();
  await screen.findByText('Not a serial number');
  expect(onNumbers).not.toHaveBeenCalled();
});
