// Tests detecting the type and size of pictures by their bytes, and rejecting everything else, also truncated pictures.
import { describe, expect, test } from 'vitest';
import { pictures } from '../../../test/multipart.ts';
import { pictureOf } from './pictureHeader.ts';

const kinds: [string, string, (width: number, height: number) => Uint8Array][] = [
  ['PNG', 'image/png', pictures.png],
  ['JPEG', 'image/jpeg', pictures.jpeg],
  ['WebP, lossy', 'image/webp', (width, height) => pictures.webp(width, height, 'VP8 ')],
  ['WebP, lossless', 'image/webp', (width, height) => pictures.webp(width, height, 'VP8L')],
  ['WebP, extended', 'image/webp', (width, height) => pictures.webp(width, height, 'VP8X')],
];

describe.each(kinds)('header of %s', (_, type, make) => {
  test.each([
    [1, 1],
    [640, 480],
    [4096, 3],
    [5000, 9000],
  ])('returns the type and size of %i x %i pixels', (width, height) => {
    expect(pictureOf(make(width, height))).toEqual({ type, width, height });
  });

  test('returns null for a picture that ends before its size', () => {
    const whole = make(640, 480);
    let shortest = whole.length;
    while (shortest > 0 && pictureOf(whole.subarray(0, shortest - 1))) shortest--;
    for (let length = 0; length < shortest; length++) expect(pictureOf(whole.subarray(0, length))).toBeNull();
    expect(shortest).toBeGreaterThan(10);
  });
});

test.each([
  ['nothing', ''],
  ['text', 'hello, I am a picture'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['sound in RIFF', 'RIFF    WAVEfmt                     '],
  ['a JPEG of data alone', '\xff\xd8\xff\xda\x00\x04\x00\x00'],
  ['a JPEG with a segment of no length', '\xff\xd8\xff\xe0\x00\x00\x00\x00\x00\x00'],
])('returns null for %s', (_, text) => {
  expect(pictureOf(Buffer.from(text, 'latin1'))).toBeNull();
});

test('returns null for a picture without pixels', () => {
  expect(pictureOf(pictures.png(0, 10))).toBeNull();
  expect(pictureOf(pictures.jpeg(10, 0))).toBeNull();
});
