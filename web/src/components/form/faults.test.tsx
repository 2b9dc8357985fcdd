// A fault is shown at its field until it is corrected, in the small and in the large form.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { startTexts } from '../../i18n/start.ts';
import { LightForm, useLightForm } from '../../pages/auth/LightForm.tsx';
import { Form } from './Form.tsx';
import { requiredRules } from './rules.ts';
import { textFieldsOf } from './textFields.tsx';
import { useFormFrame } from './useFormFrame.ts';

beforeAll(() => startTexts());

type Names = { first: string; last: string };
const { TextField } = textFieldsOf<Names>();
const START: Names = { first: '', last: '' };
const rules = requiredRules<Names>(['first', 'last']);
const fields = (
  <>
    <TextField name="first" label="First" />
    <TextField name="last" label="Last" />
    <button type="submit">Send</button>
  </>
);

function Light() {
  const frame = useLightForm<Names>(START, rules, async () => undefined);
  return <LightForm frame={frame}>{fields}</LightForm>;
}
function Large() {
  const frame = useFormFrame<Names>({ start: START, rules, send: async () => undefined });
  return <Form frame={frame}>{fields}</Form>;
}
/** Validates like the wizard, before anything was touched or sent. */
function Checked() {
  const frame = useFormFrame<Names>({ start: START, rules, send: async () => undefined });
  return (
    <Form frame={frame} onSubmit={() => void frame.form.trigger()}>
      {fields}
    </Form>
  );
}

test.each<[string, ReactNode]>([
  ['the small form', <Light key="light" />],
  ['the large form', <Large key="large" />],
  ['a step of a wizard', <Checked key="checked" />],
])('%s shows a fault at its field until it is corrected', async (_, form) => {
  const { unmount } = render(<MantineProvider env="test">{form}</MantineProvider>);
  await act(async () => fireEvent.click(screen.getByText('Send')));
  expect(await screen.findAllByText('This Field is required.')).toHaveLength(2);
  await act(async () => fireEvent.change(screen.getByLabelText(/First/), { target: { value: 'Ada' } }));
  expect(screen.getAllByText('This Field is required.')).toHaveLength(1);
  expect(screen.getByLabelText(/First/).getAttribute('aria-invalid')).not.toBe('true');
  unmount();
});
