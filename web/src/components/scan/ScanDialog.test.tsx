// Reading photos without a camera: new numbers with their check, sound and speech, photos without a code, files that are not pictures.
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { collectSpoken } from '../../../test/spoken.ts';
import { addTexts, startTexts } from '../../i18n/start.ts';
import type { FoundCode } from './codeReader.ts';
import ScanDialog from './ScanDialog.tsx';
import { openSound } from './sound.ts';
import type { ScanProps } from './useScanned.ts';

const spoken = collectSpoken();

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
/** Records the frequencies of the tones that the page plays, in hertz. */
function recordSounds(): number[] {
  const frequencies: number[] = [];
  const gain = () => ({ gain: { value: 1 }, connect: () => undefined });
  const tone = () => {
    const frequency = { value: 0 };
    return { frequency, connect: gain, start: () => frequencies.push(frequency.value), stop: () => undefined };
  };
  class Sounds {
    currentTime = 0;
    resume = async () => undefined;
    createGain = gain;
    createOscillator = tone;
  }
  vi.stubGlobal('AudioContext', Sounds);
  openSound();
  return frequencies;
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
});

test('counts the numbers, names their products and removes those that were read by mistake', async () => {
  let listed: string[] = [];
  const onRemove = vi.fn((sn: string) => {
    listed = listed.filter((each) => each !== sn);
  });
  open({
    onNumbers: (numbers) =>
      numbers.map((sn) => {
        const isNew = !listed.includes(sn);
        if (isNew) listed.push(sn);
        return isNew ? { tone: 'ok', text: 'Added' } : { tone: 'warning', text: 'Already in the list' };
      }),
    onRemove,
    checkOf: (sn) => ({ product: `Product of ${sn}`, refusal: '' }),
  });
  screen.getByText('0 serial numbers');
  codes = ['1F90AE00', '1F90AE01'].map(code);
  await photo();
  await screen.findByText('2 serial numbers');
  screen.getByText('Product of 1F90AE01');
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1F90AE00' }));
  await screen.findByText('1 serial number');
  expect(onRemove.mock.calls).toEqual([['1F90AE00']]);
  expect(listed).toEqual(['1F90AE01']);
  expect(screen.queryByText('1F90AE00')).toBeNull();
  await photo();
  await screen.findByText('2 serial numbers');
  expect(listed).toEqual(['1F90AE01', '1F90AE00']);
});

test('sounds high for an accepted number, and low and twice for one that was refused or read before', async () => {
  const sounds = recordSounds();
  spoken.splice(0);
  const refused = new Set(['1F90AE01']);
  let listed: string[] = [];
  const props: Partial<ScanProps> = {
    onNumbers: (numbers) => {
      const outcomes = numbers.map((sn) =>
        listed.includes(sn)
          ? ({ tone: 'warning', text: 'Already in the list' } as const)
          : ({ tone: 'ok', text: 'Added' } as const),
      );
      listed = [...new Set([...listed, ...numbers])];
      return outcomes;
    },
    onRemove: () => undefined,
    checkOf: (sn) => ({ product: '', refusal: refused.has(sn) ? 'Already in one of your plants' : '' }),
  };
  open(props);
  codes = [code('1F90AE00')];
  await photo();
  expect(sounds.splice(0)).toEqual([880]);
  expect(spoken.splice(0)).toEqual(['1F90AE00: Added']);
  await photo();
  expect(sounds.splice(0)).toEqual([330, 330]);
  expect(spoken.splice(0)).toEqual(['1F90AE00: Already in the list']);
  codes = [code('1F90AE01')];
  await photo();
  expect(sounds.splice(0)).toEqual([880, 330, 330]);
  expect(spoken.splice(0)).toEqual(['1F90AE01: Added', '1F90AE01: Already in one of your plants']);
  fireEvent.click(screen.getByRole('switch', { name: 'Sound' }));
  codes = [code('1F90AE02')];
  await photo();
  expect(sounds).toEqual([]);
  expect(spoken.splice(0)).toEqual(['1F90AE02: Added']);
  cleanup();
  open(props);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Sound' }).checked).toBe(false);
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
