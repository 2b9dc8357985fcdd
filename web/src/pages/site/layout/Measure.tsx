// A measure of the plan: taken when one leaves the field or presses Enter, so that each is one step to undo.
import { useEffect, useState } from 'react';
import { AmountInput } from '../../../components/AmountInput.tsx';

interface Props {
  label: string;
  unit: string;
  value: number | null;
  min: number;
  max: number;
  digits?: number;
  /** It may be left empty: null. */
  mayBeEmpty?: boolean;
  onChange: (value: number | null) => void;
}

export function Measure({ label, unit, value, min, max, digits = 2, mayBeEmpty = false, onChange }: Props) {
  const [typed, setTyped] = useState<number | ''>(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  const take = () => {
    if (typed === '') {
      if (mayBeEmpty && value !== null) onChange(null);
      else setTyped(value ?? '');
      return;
    }
    const bounded = Math.min(max, Math.max(min, typed));
    setTyped(bounded);
    if (bounded !== value) onChange(bounded);
  };
  return (
    <AmountInput
      label={label}
      unit={unit}
      digits={digits}
      value={typed}
      mayBeNegative={min < 0}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
