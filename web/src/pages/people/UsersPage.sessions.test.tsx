// Actions that affect a person's sign-in: ending their sessions and resetting a lost second factor.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { person, personDetail } from '../../../test/answers.ts';
import { type Answers, openPage, refused } from '../../../test/page.tsx';

const openAction = async (action: string, answers: Answers) => {
  const page = await openPage(
    '/users',
    { 'user/list': { list: [person()], total: 1 }, 'user/detail': personDetail(), ...answers },
    { role: 'installer' },
  );
  const row = within((await screen.findByText('Iris Ott')).closest('tr')!);
  fireEvent.click(row.getByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText(action));
  return { ...page, prompt: within(await screen.findByRole('dialog')) };
};

test('ends all sessions of a person after stating the consequences', async () => {
  const { prompt, requests } = await openAction('End sessions', { 'user/endSessions': { ended: 2 } });
  await prompt.findByText(/have to sign in again/);
  fireEvent.click(prompt.getByText('End sessions', { selector: 'button *' }));
  await screen.findByText('Sessions of Iris Ott have ended');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests('user/endSessions')).toEqual([{ uid: 21, companyId: 3 }]);
});

test('requires a sign-in with a second factor to reset that of somebody else', async () => {
  const { prompt, requests } = await openAction('Reset second factor', {
    'user/resetSecondFactor': refused('signInWithFactor', 'Please sign in with a code or a passkey first.'),
  });
  await prompt.findByText(/after 24 hours codes and passkeys end, and the password alone opens the account/);
  fireEvent.click(prompt.getByText('Reset second factor', { selector: 'button *' }));
  await prompt.findByText('Please sign in with a code or a passkey first.');
  await waitFor(() => expect(requests('user/resetSecondFactor')).toEqual([{ uid: 21, companyId: 3 }]));
});
