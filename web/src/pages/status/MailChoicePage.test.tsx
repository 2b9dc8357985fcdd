// Target of the link in a mail about a plant: without a session, its recipient unsubscribes or subscribes.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, openPage, refused } from '../../../test/page.tsx';

const choice = { about: 'plant', siteName: 'Mill Lane', email: 'olga@example.com' } as const;
const open = (answers: Answers) => openPage('/mails?token=T1', answers, { role: 'owner', isSignedIn: false });

test('unsubscribes from the mails about a plant with one click and offers to subscribe again', async () => {
  const { answer, requests } = await open({
    'mail/choice': { ...choice, state: 'active' },
    'mail/choose': { state: 'stopped' },
  });
  await screen.findByText('E-mails about Mill Lane');
  screen.getByText(/Sent to olga@example.com/);
  answer({ 'mail/choice': { ...choice, state: 'stopped' } });
  fireEvent.click(screen.getByText('Unsubscribe from these e-mails'));
  await screen.findByText('This address no longer receives e-mails about this plant.');
  screen.getByText('Subscribe again');
  expect(requests('mail/choose')).toEqual([{ token: 'T1', wants: false }]);
});

test('asks an unconfirmed recipient and sends the answer', async () => {
  const { answer, requests } = await open({
    'mail/choice': { ...choice, state: 'waiting' },
    'mail/choose': { state: 'active' },
  });
  answer({ 'mail/choice': { ...choice, state: 'active' } });
  fireEvent.click(await screen.findByText('Yes, send them to me'));
  await screen.findByText(/^This address receives reports and alerts/);
  expect(requests('mail/choose')).toEqual([{ token: 'T1', wants: true }]);
});

test('reports a link that is no longer valid', async () => {
  await open({ 'mail/choice': refused('mailLinkNotFound', 'There is no such link.') });
  await screen.findByText('This link is no longer valid.', { selector: 'h1' });
});

test('switches the digests of open problems off, and offers nothing else', async () => {
  const digest = { about: 'digest', siteName: '', email: 'olga@example.com', state: 'active' } as const;
  const { answer, requests } = await open({ 'mail/choice': digest, 'mail/choose': { state: 'stopped' } });
  await screen.findByText('E-mails about open problems');
  answer({ 'mail/choice': { ...digest, state: 'stopped' } });
  fireEvent.click(screen.getByText('Unsubscribe from these e-mails'));
  await screen.findByText(/^You no longer receive digests of open problems/);
  expect(screen.queryByRole('button')).toBeNull();
  expect(requests('mail/choose')).toEqual([{ token: 'T1', wants: false }]);
});
