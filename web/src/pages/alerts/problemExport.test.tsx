// The CSV of open problems has the same problems as the page, with its filters, over all of its pages.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type ProblemRow, problemRow, problemSummary } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';

const DUE = '2099-12-03';
/** More than a page, in three plants; every third one is a warning, and every second one is assigned. */
const all: ProblemRow[] = Array.from({ length: 24 }, (_, n) =>
  problemRow({
    sid: `DE_20260101_plant${n % 3}`,
    siteName: `Plant ${n % 3}`,
    sn: `A10000${10 + n}`,
    alias: '',
    title: `Problem ${n}`,
    level: n % 3 === 0 ? 'warning' : 'fault',
    assigned: n % 2 === 0 ? { userId: 8, name: 'Anna Berg', dueDay: DUE } : null,
  }),
);

const open = (address: string) =>
  openPage(
    address,
    {
      'problem/list': ({ page, filters }) => {
        const found = all.filter(
          ({ level, assigned }) =>
            (filters.level === undefined || level === filters.level) &&
            (filters.assigned !== 'nobody' || assigned === null),
        );
        return { list: found.slice(page.num * page.size, (page.num + 1) * page.size), total: found.length };
      },
      'problem/summary': problemSummary({ faults: 16, warnings: 8 }),
      'device/alerts/codes': { list: [] },
      'device/alerts/companies': { list: [], more: false },
    },
    { role: 'installer' },
  );

afterEach(() => void vi.restoreAllMocks());

/** Presses the export button; returns the cells of each row below the headings. */
async function exported(): Promise<{ titles: string[]; rows: string[][] }> {
  const files: Blob[] = [];
  // jsdom implements neither function.
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  fireEvent.click(await screen.findByText('CSV'));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]!.text()).replace('\ufeff', '').trim().split(/\r?\n/);
  const [titles, ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)("[^"]*"|[^,]*)/g)].map(([, cell]) => cell!.replaceAll('"', '')),
  );
  return { titles: titles!, rows };
}

/** Reads the titles of the problems on all pages. */
async function shown(pages: number): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 0; page < pages; page++) {
    if (page > 0) fireEvent.click(screen.getByLabelText('Next page'));
    await waitFor(() => expect(titles).not.toContain(titlesNow()[0]));
    titles.push(...titlesNow());
  }
  return titles;
}
const titlesNow = () =>
  within(screen.getByRole('main'))
    .queryAllByText(/^Problem \d+$/, { selector: 'b' })
    .map(({ textContent }) => textContent);

test.each([
  ['/alerts', 24, 2],
  ['/alerts?level=fault&assigned=nobody', 8, 1],
])('exports all problems that the page shows: %s', async (address, count, pages) => {
  await open(address);
  await screen.findAllByText(/^Problem \d+$/);
  const { titles, rows } = await exported();
  const column = (title: string) => rows.map((row) => row[titles.indexOf(title)]);
  const onPages = await shown(pages);
  expect(onPages).toHaveLength(count);
  expect(column('Alert').toSorted()).toEqual(onPages.toSorted());
  const expected = column('Alert').map((title) => all[Number(title!.split(' ')[1])]!);
  expect(column('Serial number')).toEqual(expected.map(({ sn }) => sn));
  expect(column('Assigned to')).toEqual(expected.map(({ assigned }) => assigned?.name ?? ''));
  expect(column('Due on')).toEqual(expected.map(({ assigned }) => assigned?.dueDay ?? ''));
});
