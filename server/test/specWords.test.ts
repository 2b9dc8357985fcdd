// Messages that the specification quotes word for word (sections 1, 2, 5 and 8), in English. catalogues.test.ts checks that each is used.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MenuGroup, MenuPage } from '@heliograph/contract/pages.ts';
import { expect, test } from 'vitest';
import { MENUS } from '../src/seed/seedRows.ts';

const root = resolve(import.meta.dirname, '../..');
function wordsOf(file: string, key: string): unknown {
  let node: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'));
  for (const part of key.split('.')) node = (node as Record<string, unknown>)[part];
  return node;
}
const WEB = 'web/src/i18n/catalogues/en.json';
const SERVER = 'server/src/platform/texts/en.json';

test.each([
  // 5. Validation
  [WEB, 'start.validation.required', 'This Field is required.'],
  [WEB, 'start.validation.email', 'Please enter a valid email address.'],
  [WEB, 'start.validation.same', 'Please enter the same value again'],
  [WEB, 'start.validation.length', 'Incorrect character length.'],
  [WEB, 'start.validation.format', 'Input format incorrect.'],
  [WEB, 'battery.battery.problem.noPeriods', 'A time range must be selected first.'],
  [WEB, 'battery.battery.problem.beforePrevious', 'The selected time cannot be earlier than the previous end time'],
  [WEB, 'inverterSetup.inverterSetup.selectFirst', 'Select a group first'],
  [WEB, 'shell.confirm.sure', 'Are you sure'],
  [WEB, 'shell.confirm.cannotRecover', 'The data cannot be recovered.'],
  [SERVER, 'refusals.noTimeRange', 'A time range must be selected first.'],
  [SERVER, 'refusals.timeReversed', 'The selected time cannot be earlier than the previous end time'],
  // 8. Errors
  [WEB, 'start.errors.expired', 'Login has expired, please log in again'],
  [WEB, 'start.errors.noAccess', 'No access, please try again later'],
  [WEB, 'start.errors.address', 'Request address error: {{url}}'],
  [WEB, 'start.errors.server', 'Server connection failed. Please try again later'],
  [WEB, 'start.errors.tipTitle', 'Tip'],
  [WEB, 'start.errors.tipText', 'The website has a new version. Please click the button to refresh the page.'],
  [SERVER, 'refusals.unauthorized', 'Login has expired, please log in again'],
  // 8. What was done
  [WEB, 'shell.saved.signedIn', 'Login successful'],
  [WEB, 'register.register.done', 'Registration successful'],
  [WEB, 'register.register.sent', 'Sent successfully'],
  [WEB, 'reset.forgetPwd.sent', 'Sent successfully'],
  [WEB, 'shell.saved.modified', 'Modified successfully'],
  [WEB, 'shell.saved.deleted', 'Deleted successfully'],
  [WEB, 'shell.saved.saved', 'Saved successfully'],
  [WEB, 'auth.signIn.left', 'Account cancellation successful'],
  // 1. Facts
  [WEB, 'status.statusPages.maintenance', 'The website is under maintenance, please try again later'],
  [SERVER, 'refusals.maintenance', 'The website is under maintenance, please try again later'],
  [WEB, 'start.layout.poweredBy', 'Powered by'],
])('%s has the specified text: %s', (file, key, words) => {
  expect(wordsOf(file, key)).toBe(words);
});

/** Section 2, in order. */
const MENU_LABELS: readonly (readonly [entry: MenuPage | MenuGroup, label: string])[] = [
  ['Dashboard', 'Dashboard'],
  ['PvPlant', 'PV Plant'],
  ['AllDevices', 'Devices'],
  ['Users', 'User'],
  ['AccountSetup', 'Account Setup'],
  ['GenerateBDMPassword', 'BDM Password Generation'],
  ['OtaFile', 'OTA File'],
  ['SnList', 'SN List'],
  ['Documentation', 'Documentation'],
  ['Products', 'Products'],
  ['Tools', 'Tools'],
  ['System', 'System Management'],
  ['RolesPermission', 'Role Permission'],
  ['Menus', 'Menu Management'],
  ['NoRegGatewayList', 'No Reg Gateway List'],
  ['GroupAccess', 'Group access'],
  ['Companies', 'Companies'],
];

test.each(MENU_LABELS)('the side menu entry %s is labelled %s, in a new database and on the page', (entry, label) => {
  expect(MENUS.find(({ name }) => name === entry)?.title).toBe(label);
  // Long words contain soft hyphens.
  expect(String(wordsOf(WEB, `shell.menu.${entry}`))).toBe(label);
});

test('a refused serial number gets the specified message, with the reason under it', () => {
  const words = 'Failed verification, please check and try again!';
  for (const key of ['serialNumberFailed', 'serialNumberTaken', 'serialNumberRepeated'])
    expect(wordsOf(SERVER, `refusals.${key}`)).toMatch(new RegExp(`^${words}\n`));
  expect(wordsOf(WEB, 'edit.edit.notSerialNumbers')).toMatch(new RegExp(`^${words}\n`));
  for (const key of ['bad', 'results.unreadable', 'results.repeated', 'results.refused'])
    expect(wordsOf(WEB, `snList.snList.${key}`)).toMatch(new RegExp(`^${words}\n`));
});

test('a request for a new password is answered with the specified message about the mailbox', () => {
  expect(wordsOf(WEB, 'reset.forgetPwd.sentText')).toContain(
    'an email was sent to it. Please log in to your mailbox and follow its prompts.',
  );
});
