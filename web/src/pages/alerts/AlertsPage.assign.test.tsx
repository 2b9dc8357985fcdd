// Assigning problems on the page of alerts: person and due day, for one problem or all of a plant, filters, and the file.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ProblemRow, problemRow, problemSummary, SID } from '../../../test/answers.ts';
import { type Answers, choose, openPage, refused } from '../../../test/page.tsx';

const list = (...rows: ProblemRow[]) => ({ list: rows, total: rows.length });
const hot = problemRow({ sn: 'A1000002', alias: 'Barn', code: '0800', title: 'Temperature over', level: 'warning' });
const rosa = { userId: 7, name: 'Rosa Lind', email: 'rosa@example.com' };
const anna = { userId: 8, name: 'Anna Berg', email: 'anna@example.com' };
const answers: Answers = {
  'problem/list': list(problemRow(), hot),
  'problem/summary': problemSummary({ faults: 1, warnings: 1 }),
  'problem/assignees': { list: [rosa, anna], total: 2 },
  'problem/assign': { count: 1 },
  'device/alerts/codes': { list: [] },
  'device/alerts/companies': { list: [], more: false },
};
const open = (given: Answers = {}, address = '/alerts') =>
  openPage(address, { ...answers, ...given }, { role: 'installer' });
const rowOf = async (title: string) => (await screen.findByText(title)).closest('li')!;
const dialog = async () => within(await screen.findByRole('dialog'));
const farDay = '2099-12-03';
const keyOf = ({ sn, code, startMs }: ProblemRow) => ({ sn, code, startMs });

test('assigns a problem to the user unless another person is chosen', async () => {
  const { answer, requests } = await open();
  fireEvent.click(within(await rowOf('No data')).getByText('Assign'));
  const person = (await dialog()).getByLabelText<HTMLInputElement>('Person', { selector: 'input' });
  await waitFor(() => expect(person.value).toBe('Rosa Lind'));
  fireEvent.click(person);
  fireEvent.click(await screen.findByText('Anna Berg'));
  answer({ 'problem/list': list(problemRow({ assigned: { userId: 8, name: 'Anna Berg', dueDay: farDay } }), hot) });
  fireEvent.click((await dialog()).getByText('Assign', { selector: 'button *' }));
  expect((await screen.findByText('Anna Berg, due Dec 3')).closest('[data-overdue]')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [sent] = requests('problem/assign');
  expect(sent).toMatchObject({ sid: SID, problems: [keyOf(problemRow())], assigned: { userId: 8 } });
  expect(sent!.assigned!.dueDay > new Date().toISOString().slice(0, 10)).toBe(true);
});

test('assigns all problems of a plant at once', async () => {
  const { requests } = await open();
  fireEvent.click(await screen.findByText('Assign all 2'));
  (await dialog()).getByText('2 problems of Mill Lane');
  await waitFor(async () =>
    expect((await dialog()).getByLabelText<HTMLInputElement>('Person', { selector: 'input' }).value).not.toBe(''),
  );
  fireEvent.click((await dialog()).getByText('Assign', { selector: 'button *' }));
  await waitFor(() =>
    expect(requests('problem/assign')[0]).toMatchObject({
      problems: [keyOf(problemRow()), keyOf(hot)],
      assigned: { userId: 7 },
    }),
  );
});

test('marks an overdue assignment in words, and removes it', async () => {
  const { requests } = await open({
    'problem/list': list(problemRow({ assigned: { userId: 8, name: 'Anna Berg', dueDay: '2026-06-03' } })),
  });
  const text = await screen.findByText('Anna Berg, due Jun 3, overdue');
  expect(text.closest('[data-overdue]')).not.toBeNull();
  fireEvent.click(within(await rowOf('No data')).getByText('Change assignment'));
  fireEvent.click((await dialog()).getByText('Remove assignment'));
  await waitFor(() =>
    expect(requests('problem/assign')).toEqual([{ sid: SID, problems: [keyOf(problemRow())], assigned: null }]),
  );
});

test('shows the reason in the dialog when the person cannot open the plant', async () => {
  await open({ 'problem/assign': refused('assigneeNotFound', 'This person cannot open the plant.') });
  fireEvent.click(within(await rowOf('No data')).getByText('Assign'));
  await waitFor(async () =>
    expect((await dialog()).getByLabelText<HTMLInputElement>('Person', { selector: 'input' }).value).not.toBe(''),
  );
  fireEvent.click((await dialog()).getByText('Assign', { selector: 'button *' }));
  await (await dialog()).findByText('This person cannot open the plant.');
});

test('filters by assignment and keeps it in the address', async () => {
  const { address, requests } = await open();
  await rowOf('No data');
  await choose(screen.getByLabelText('Assignment'), 'Assigned to me');
  await waitFor(() => expect(address()).toBe('/alerts?assigned=mine'));
  await waitFor(() => expect(requests('problem/list').at(-1)!.filters.assigned).toBe('mine'));
});
