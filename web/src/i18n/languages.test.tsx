// Tests the selectable languages: the server's list, stored for the next visit.
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { LanguageChoice } from '../shell/LanguageChoice.tsx';
import { chooseLanguage, languageList } from './language.ts';
import { fetchLanguages } from './languages.ts';
import { startTexts } from './start.ts';

beforeAll(() => startTexts());

const files = Object.keys(import.meta.glob('./catalogues/*.json'));
const hasTexts = ({ code }: { code: string }) => files.includes(`./catalogues/${code}.json`);
const offered = LANGUAGES.filter(hasTexts);

const titles = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('the choice shows the server’s languages as soon as they are there, and keeps them', async () => {
  const down = () => fetchLanguages(async () => Promise.reject(new Error('down')));
  await down();
  render(
    <MantineProvider env="test">
      <LanguageChoice />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('combobox', { name: 'Language' }));
  await screen.findAllByRole('option');
  expect(titles()).toEqual(offered.map(({ title }) => title));
  const list = [
    { title: 'English', webCode: 'en', code: 6 },
    { title: 'Deutsch (vom Server)', webCode: 'de', code: 3 },
  ];
  // Nor is a language offered without texts.
  const unknown = { title: 'Klingon', webCode: 'tlh', code: 99 };
  await act(() => fetchLanguages(async () => ({ list: [...list, unknown] })));
  expect(titles()).toEqual(['English', 'Deutsch (vom Server)']);
  expect(JSON.parse(localStorage.getItem('languageList')!)).toEqual(list);
  expect(localStorage.getItem('languageCode')).toBe('6');
  expect(languageList()).toEqual(list);
  // If the server is unreachable or its answer invalid, the last list stays.
  await act(down);
  await act(() => fetchLanguages(async () => ({ list: [] })));
  expect(languageList()).toEqual(list);
  localStorage.setItem('languageList', '[{"title":5}]');
  expect(languageList()).toHaveLength(offered.length);
});

test('the language is the stored one, else the browser’s first two letters, else the brand’s, else English', () => {
  expect(chooseLanguage('zh', 'de-DE', 'pl')).toBe('zh');
  expect(chooseLanguage(null, 'de-AT', 'pl')).toBe('de');
  expect(chooseLanguage('xx', 'fi-FI', 'pl')).toBe('pl');
  expect(chooseLanguage('xx', 'fi-FI', 'fi')).toBe('en');
  for (const { code } of LANGUAGES.filter((language) => !hasTexts(language)))
    expect(chooseLanguage(code, code, code), code).toBe('en');
});
