// Field for latitude or longitude, typed or pasted in any format that maps use; a pair fills both fields.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormField } from '../../components/form/formContext.ts';
import { WRAPPER_ORDER } from '../../components/form/textFields.tsx';
import { locale } from '../../i18n/language.ts';
import { type Coordinates, coordinatesIn, degreesIn } from './coordinates.ts';

const DEGREES = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false });

interface Props {
  name: keyof Coordinates;
  label: string;
  onPair: (place: Coordinates) => void;
  /** Called when the field loses focus after a value was typed. */
  onTyped: () => void;
}

export function CoordinateField({ name, label, onPair, onTyped }: Props) {
  const field = useFormField(name);
  const [typed, setTyped] = useState<string | null>(null);
  /** Returns NaN for text that is no number, so that the contract reports an invalid value instead of a missing one. */
  const amountOf = (text: string) =>
    text.trim() === '' ? '' : (degreesIn(text, name) ?? coordinatesIn(text)?.[name] ?? NaN);
  const formatted = Number.isFinite(field.value) ? DEGREES.format(Number(field.value)) : '';
  // Typed text that differs from the form's value is outdated: the other field or geolocation filled this one.
  const displayed = typed !== null && Object.is(amountOf(typed), field.value) ? typed : formatted;

  const parse = (text: string): boolean => {
    const place = coordinatesIn(text);
    if (place) onPair(place);
    if (place || degreesIn(text, name) !== null) setTyped(null);
    return place !== null;
  };
  return (
    <TextInput
      label={label}
      ref={field.ref}
      inputWrapperOrder={WRAPPER_ORDER}
      withAsterisk={field.isRequired}
      value={displayed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        field.onChange(amountOf(value));
      }}
      onBlur={() => {
        const wasTyped = typed !== null;
        field.onBlur();
        if (wasTyped && !parse(typed) && degreesIn(typed, name) !== null) onTyped();
      }}
      onKeyDown={(event) => {
        // Parses the text before Enter submits the form.
        if (event.key === 'Enter' && typed !== null) parse(typed);
      }}
      onPaste={(event) => {
        if (parse(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      error={field.error}
      autoComplete="off"
      rightSection={<span className="muted">°</span>}
      rightSectionPointerEvents="none"
    />
  );
}
