// The list of languages to choose from: the server's, kept for the next visit.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { LanguageChoice } from '../shell/LanguageChoice.tsx';
import { chooseLanguage, languageList } from './language.ts';
import { fetchLanguages } from './languages.ts';
import { startTexts } from './start.ts';

beforeAll(() => startTexts());

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
  expect(titles()).toEqual(['English', '中文', 'Deutsch']);
  const list = [
    { title: 'English', webCode: 'en', code: 6 },
    { title: 'Deutsch (vom Server)', webCode: 'de', code: 3 },
  ];
  // What would be half English is not offered.
  const half = { title: 'Español', webCode: 'es', code: 4 };
  await act(() => fetchLanguages(async () => ({ list: [...list, half] })));
  expect(titles()).toEqual(['English', 'Deutsch (vom Server)']);
  expect(JSON.parse(localStorage.getItem('languageList')!)).toEqual(list);
  expect(localStorage.getItem('languageCode')).toBe('6');
  expect(languageList()).toEqual(list);
  // Out of reach, or nonsense: what was heard last stands.
  await act(down);
  await act(() => fetchLanguages(async () => ({ list: [] })));
  expect(languageList()).toEqual(list);
  localStorage.setItem('languageList', '[{"title":5}]');
  expect(languageList()).toHaveLength(3);
});

test('the language is the stored one, else the browser’s first two letters, else English', () => {
  expect(chooseLanguage('zh', 'de-DE')).toBe('zh');
  expect(chooseLanguage(null, 'de-AT')).toBe('de');
  expect(chooseLanguage('xx', 'fi-FI')).toBe('en');
  expect(chooseLanguage('es', 'fr-FR')).toBe('en');
});
