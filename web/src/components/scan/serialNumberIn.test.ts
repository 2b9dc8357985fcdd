// Serial numbers in the contents of label codes: found in every layout, and nothing else is mistaken for one.
import { describe, expect, test } from 'vitest';
import { isChecked, serialNumberIn } from './serialNumberIn.ts';

const GS = '\u001d';
const RS = '\u001e';

describe('a serial number', () => {
  test.each([
    ['without a prefix', 'Code128', '31583078', '31583078'],
    ['in lower case', 'QRCode', '32b1e9a5', '32B1E9A5'],
    ['with twelve digits, as long as a product number', 'Code128', '114172607000', '114172607000'],
    ['between asterisks', 'Code39', '*HG1-0042*', 'HG1-0042'],
    ['between spaces', 'QRCode', ' 31583078\r\n', '31583078'],
    ['after SN:', 'QRCode', 'SN:31583078', '31583078'],
    ['after S/N', 'QRCode', 'S/N 32B1E9A5', '32B1E9A5'],
    ['after Serial No.', 'QRCode', 'Model BDM-400; Serial No.: 32B1E9A5; 2026-03', '32B1E9A5'],
    ['after its name in German', 'QRCode', 'Seriennummer: 32B1E9A5', '32B1E9A5'],
    ['after its name in Chinese', 'QRCode', '型号：BDM-400，序列号：32B1E9A5', '32B1E9A5'],
    ['among other lines', 'QRCode', 'PN: 700-001\nSN: 7A12C003\nMAC: 00112233AABB', '7A12C003'],
    ['in JSON', 'QRCode', '{"model":"BDM-400","sn":"7a12c003"}', '7A12C003'],
    ['as a field of an address', 'QRCode', 'https://example.com/r?model=BDM-400&sn=7A12C003&v=2', '7A12C003'],
    ['after the # of an address', 'QRCode', 'https://example.com/#/add?serial_number=7A12C003', '7A12C003'],
    ['named in the path of an address', 'QRCode', 'https://example.com/sn/7A12C003/details', '7A12C003'],
    ['at the end of an address', 'QRCode', 'HTTPS://EXAMPLE.COM/d/7A12C003/', '7A12C003'],
    ['at the end of an address with a query', 'QRCode', 'https://example.com/7A12C003?lang=de', '7A12C003'],
    ['in GS1 elements', 'DataMatrix', '(01)04012345123456(21)HG1-0042(10)A7', 'HG1-0042'],
    ['in GS1 elements, last', 'Code128', '(01)04012345123456(21)31583078', '31583078'],
    ['in ISO 15434', 'DataMatrix', `[)>${RS}06${GS}1P700-001${GS}S7A12C003${GS}Q1${RS}\u0004`, '7A12C003'],
    ['in ISO 15434 with shown separators', 'DataMatrix', '[)>␞06␝1P700-001␝S7A12C003␞', '7A12C003'],
  ])('is found %s', (_, format, text, sn) => expect(serialNumberIn({ format, text })).toBe(sn));
});

describe('no serial number', () => {
  test.each([
    ['a placeholder', 'QRCode', 'SN:0000'],
    ['a placeholder without a prefix', 'Code128', '0000000000000000'],
    ['a product number', 'EAN13', '4012345123456'],
    ['an American product number', 'UPCA', '614141123452'],
    ['a box number', 'ITF14', '14012345123453'],
    ['GS1 elements without one', 'DataMatrix', '(01)04012345123456(10)A7'],
    ['ISO 15434 without one', 'DataMatrix', `[)>${RS}06${GS}1P700-001${RS}\u0004`],
    ['a MAC address', 'QRCode', 'MAC: 00112233AABB'],
    ['a MAC address with colons', 'Code128', '00:11:22:33:AA:BB'],
    ['a part number', 'QRCode', 'P/N:700-001'],
    ['a wireless network', 'QRCode', 'WIFI:S:Home;T:WPA;P:secret1234;;'],
    ['an address of a manual', 'QRCode', 'https://example.com/support/manual'],
    ['an address without a path', 'QRCode', 'https://192168.example.com'],
    ['text', 'QRCode', 'Made in Konstanz, 2026'],
    ['a name in a longer word', 'QRCode', 'unsn:abcd1234'],
    ['a text that is too short', 'Code128', '123'],
    ['a text that is too long', 'Code128', 'A'.repeat(33)],
    ['an empty text', 'QRCode', ''],
  ])('is found in %s', (_, format, text) => expect(serialNumberIn({ format, text })).toBe(''));
});

test('formats without a check character are not checked, so that they are read twice', () => {
  expect(['QRCode', 'DataMatrix', 'Code128', 'Code93'].every((format) => isChecked({ format, text: '' }))).toBe(true);
  expect(['Code39', 'ITF', 'Codabar'].some((format) => isChecked({ format, text: '' }))).toBe(false);
});
