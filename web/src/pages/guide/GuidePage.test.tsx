// The guide: the reader's own role first, every role at hand, and the links that lead to its sections.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/page.tsx';

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const roles = () => within(screen.getByRole('navigation', { name: 'Guide for' })).getAllByRole('link');
const current = () => roles().find((link) => link.getAttribute('aria-current') === 'page')?.textContent;

test.each([
  ['owner', 'Owner', 'Plant overview'],
  ['installer', 'Installer', 'List of plants'],
  ['manager', 'Manager', 'Dashboard'],
] as const)('opens the guide of the reader’s own role: %s', async (role, name, first) => {
  await openPage('/guide', {}, { role });
  await screen.findByRole('heading', { level: 1, name: 'Guide' });
  expect(roles()[0]!.textContent).toBe(name);
  expect(current()).toBe(name);
  expect(headings()[0]).toBe(first);
});

test('shows the guide of another role', async () => {
  const { address } = await openPage('/guide', {}, { role: 'owner' });
  await screen.findByText('Plant overview', { selector: 'h2' });
  fireEvent.click(screen.getByText('Installer'));
  await screen.findByText('Creating a plant', { selector: 'h2' });
  expect(address()).toBe('/guide?role=installer');
  expect(headings()).not.toContain('Plant overview');
});

test('opens at the section of the address, in the guide of a role that has it', async () => {
  await openPage('/guide#roof', {}, { role: 'manager' });
  await waitFor(() => expect(document.activeElement?.id).toBe('roof'));
  expect(current()).toBe('Installer');
});

test('names buttons by the texts of the interface, in bold, and shows a picture of the page', async () => {
  await openPage('/guide#battery', {}, { role: 'owner' });
  const section = (await screen.findByText('Battery', { selector: 'h2' })).closest('section')!;
  expect(within(section).getByText('Review the change').tagName).toBe('B');
  expect(section.textContent).not.toContain('**');
  const picture = within(section).getByAltText<HTMLImageElement>('Picture of the page: Battery');
  expect([picture.width, picture.height, picture.getAttribute('loading')]).toEqual([640, 400, 'lazy']);
  expect(picture.getAttribute('src')).toBe('/guides/battery.en.webp');
});

test('shows the English picture where there is none in the reader’s language', async () => {
  await openPage('/guide', {}, { role: 'owner' });
  const [picture] = await screen.findAllByAltText<HTMLImageElement>(/^Picture of the page/);
  fireEvent.error(picture!);
  expect(picture!.getAttribute('src')).toMatch(/\.en\.webp$/);
});
