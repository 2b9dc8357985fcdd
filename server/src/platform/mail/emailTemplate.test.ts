import { expect, test } from 'vitest';
import { renderEmail } from './emailTemplate.ts';

const content = {
  language: 'en',
  brand: { name: 'Heliograph', accentLight: '#0B62B8' },
  title: 'Problems of Hillside',
  paragraphs: [],
  lines: [
    {
      severity: { level: 'fault', text: 'Fault' },
      label: 'Relay error <4000>',
      text: 'Inverter 3',
      note: 'since 4 Jul',
      advice: 'Call the installer.',
    },
    { label: 'Production', text: '3 kWh' },
  ],
  link: null,
  end: null,
} as const;

test('names the severity of a problem and what to do, as text and as HTML', () => {
  const { text, html } = renderEmail(content);
  expect(text).toContain(
    'Fault: Relay error <4000>: Inverter 3 (since 4 Jul)\n  Call the installer.\nProduction: 3 kWh',
  );
  expect(html).toContain('>Fault</b> · Relay error &lt;4000&gt;');
  expect(html).toContain('>Call the installer.</td>');
});

test('shows the headline before the rows', () => {
  const headline = { label: 'Production', text: '12 kWh', note: '+7%' };
  const { text, html } = renderEmail({ ...content, headline });
  expect(text.indexOf('Production: 12 kWh (+7%)')).toBeLessThan(text.indexOf('Relay error'));
  expect(html.indexOf('>12 kWh</b>')).toBeLessThan(html.indexOf('Relay error'));
});

test('has colours for dark mail programs, for each part that has a light one', () => {
  const { html } = renderEmail({ ...content, end: { why: 'Because', label: 'Stop', url: 'https://a.example' } });
  const dark = /prefers-color-scheme:dark\)\{(.*?)\}<\/style>/.exec(html)![1]!;
  const body = html.slice(html.indexOf('<body'));
  for (const [, classes] of body.matchAll(/class="([\w ]+)"/g))
    expect(dark, classes).toMatch(new RegExp(`\\.${classes}( td)?\\{[^}]*!important`));
  // Text whose light colour is set inline has a class, except on the brand's button.
  for (const [tag] of body.matchAll(/<[^>]*[^-]color:#(?!FFFFFF)[^>]*>/g)) expect(tag).toMatch(/class=|<body/);
});
