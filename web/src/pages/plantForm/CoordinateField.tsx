// Latitude or longitude: typed or pasted in whatever way maps write it; both at once fill both fields.
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
  /** Something was typed and the field left. */
  onTyped: () => void;
}

export function CoordinateField({ name, label, onPair, onTyped }: Props) {
  const field = useFormField(name);
  const [typed, setTyped] = useState<string | null>(null);
  /** Not a number while the text is none: the contract then says so, instead of that it is missing. */
  const amountOf = (text: string) =>
    text.trim() === '' ? '' : (degreesIn(text, name) ?? coordinatesIn(text)?.[name] ?? NaN);
  const written = Number.isFinite(field.value) ? DEGREES.format(Number(field.value)) : '';
  // Text that stands for another value than the form's is of before: the other field or the position filled this one.
  const shown = typed !== null && Object.is(amountOf(typed), field.value) ? typed : written;

  const take = (text: string): boolean => {
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
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        field.onChange(amountOf(value));
      }}
      onBlur={() => {
        const wasTyped = typed !== null;
        field.onBlur();
        if (wasTyped && !take(typed) && degreesIn(typed, name) !== null) onTyped();
      }}
      onKeyDown={(event) => {
        // Before the form is sent by it.
        if (event.key === 'Enter' && typed !== null) take(typed);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      error={field.error}
      autoComplete="off"
      rightSection={<span className="muted">°</span>}
      rightSectionPointerEvents="none"
    />
  );
}
