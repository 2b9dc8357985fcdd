// Documents for readers: full-text search, detail page, and no way to change anything.
import type { Response } from '@heliograph/contract/calls.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, openPage, refused } from '../../../test/page.tsx';

type Row = Response<'configuration/documentation/list'>['list'][number];
const version = {
  id: 8,
  version: '3',
  languages: ['en'],
  fileName: 'alerts.txt',
  type: 'txt',
  bytes: 3,
  pages: null,
  hasText: true,
  createdIso: '2026-06-01T08:00:00Z',
  isNewest: true,
  received: 3,
  isComing: false,
} satisfies Partial<Row> as Response<'configuration/documentation/detail'>['versions'][number];
const document_ = {
  ...version,
  title: 'Roof alerts',
  products: [{ model: 800, name: 'BDM-800' }],
  companyName: '',
  versionCount: 2,
  rights: { update: false },
};
const hit = {
  page: null,
  parts: [
    { text: '0001', isHit: true },
    { text: ' is an over voltage of the modules.', isHit: false },
  ],
};
const detail = { document: { ...document_, revision: 1, isWhole: true, addedBy: '', toldSha256: '' }, versions: [] };
const open = (address: string, answers: Answers = {}) => openPage(address, answers, { role: 'installer' });

test('highlights the search word in the excerpt', async () => {
  const { requests } = await open('/documentation?q=0001&product=BDM-800', {
    'configuration/documentation/list': { list: [{ ...document_, hit }], total: 1 },
  });
  const row = (await screen.findByText('Roof alerts')).closest('tr')!;
  expect(row.querySelector('mark')!.textContent).toBe('0001');
  expect(row.querySelector('a')!.getAttribute('href')).toBe('/documentation/edit?id=8');
  expect(requests('configuration/documentation/list')[0]!.filters).toMatchObject({
    keywords: '0001',
    product: 'BDM-800',
  });
});

test('shows a document and its versions read-only to an installer', async () => {
  const older = { ...version, id: 7, version: '2', isNewest: false };
  await open('/documentation/edit?id=8', {
    'configuration/documentation/detail': { ...detail, versions: [version, older] },
  });
  await screen.findByText('Roof alerts', { selector: 'h1, h1 *' });
  expect(screen.getByText('2', { selector: 'a' }).getAttribute('href')).toBe('/documentation/edit?id=7');
  for (const action of [/Save/, /Delete/, /Next version/]) expect(screen.queryByText(action)).toBeNull();
});

test('reports an unknown document', async () => {
  await open('/documentation/edit?id=999999', {
    'configuration/documentation/detail': refused('documentNotFound', 'There is none.'),
  });
  await screen.findByText('This document does not exist');
});

test('does not let an installer create a document', async () => {
  await open('/documentation/edit');
  await screen.findByText('This document does not exist');
});
