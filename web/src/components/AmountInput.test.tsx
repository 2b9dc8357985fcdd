// A price in a field is shown as money when the field is idle, and as typed while it is edited.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { startTexts } from '../i18n/start.ts';
import { type Amount, AmountInput } from './AmountInput.tsx';

beforeAll(async () => await startTexts());

function Field({ start, leastDigits, digits = 5 }: { start: Amount; leastDigits?: number; digits?: number }) {
  const [value, setValue] = useState(start);
  return (
    <MantineProvider>
      <AmountInput
        aria-label="Price"
        unit="EUR/kWh"
        digits={digits}
        {...(leastDigits !== undefined && { leastDigits })}
        value={value}
        onChange={setValue}
      />
      <output>{String(value)}</output>
    </MantineProvider>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Price');

test('a price is shown with at least two decimals, and its value is unchanged', () => {
  render(<Field start={0.2} leastDigits={2} />);
  expect(field().value).toBe('0.20');
  fireEvent.focus(field());
  expect(field().value).toBe('0.20');
  fireEvent.change(field(), { target: { value: '0.07865' } });
  fireEvent.blur(field());
  expect([field().value, screen.getByRole('status').textContent]).toEqual(['0.07865', '0.07865']);
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: '12' } });
  fireEvent.blur(field());
  expect([field().value, screen.getByRole('status').textContent]).toEqual(['12.00', '12']);
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: '' } });
  fireEvent.blur(field());
  expect(field().value).toBe('');
});

test('another amount is shown unchanged', () => {
  render(<Field start={0.2} />);
  expect(field().value).toBe('0.2');
});

test.each([
  ['1,234.5', '1234.5', '1234.5'],
  ['9,84', '9.84', '9.84'],
  ['1,234,567', '1234567', '1234567'],
  ['0.123456', '0.12346', '0.12346'],
])('%s, typed, pasted or inserted at once, is %s', (text, value, shown) => {
  render(<Field start="" />);
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
  expect([field().value, screen.getByRole('status').textContent]).toEqual([text, value]);
  fireEvent.blur(field());
  expect(field().value).toBe(shown);
});

test('a text that is no number stays with an error, and is no amount', () => {
  render(<Field start={5} />);
  fireEvent.change(field(), { target: { value: '1.2.3' } });
  fireEvent.blur(field());
  expect([field().value, screen.getByRole('status').textContent]).toEqual(['1.2.3', 'NaN']);
  screen.getByText('Enter a number');
  fireEvent.change(field(), { target: { value: '-3' } });
  screen.getByText('Enter a number');
  fireEvent.change(field(), { target: { value: '3' } });
  expect(screen.queryByText('Enter a number')).toBeNull();
});

test('a number that means another one elsewhere is asked about, unless the field takes whole numbers only', () => {
  const { unmount } = render(<Field start="" />);
  fireEvent.change(field(), { target: { value: '1,234' } });
  expect([screen.getByRole('status').textContent, screen.getByText('Type 1234 or 1.234').id]).toEqual([
    'NaN',
    field().getAttribute('aria-describedby'),
  ]);
  fireEvent.change(field(), { target: { value: '1.234' } });
  expect(screen.getByRole('status').textContent).toBe('1.234');
  unmount();
  render(<Field start="" digits={0} />);
  fireEvent.change(field(), { target: { value: '1,234' } });
  expect(screen.getByRole('status').textContent).toBe('1234');
});
