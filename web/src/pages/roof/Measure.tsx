// Measures of the plan: each taken when one leaves its field or presses Enter, so that it is one step to undo.
import { MAX_LAYOUT_METRES, MAX_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../../components/AmountInput.tsx';

const ANGLE = { unit: '°', digits: 1 };
const COUNT = { unit: '', digits: 0, min: 1, max: MAX_ZONE_SIDE };
const PLACE = { unit: 'm', min: -MAX_LAYOUT_METRES, max: MAX_LAYOUT_METRES };
/** What zones and photos are measured by, where it may lie, and what it is called. */
const MEASURES = {
  tilt: { label: 'roof.tilt', ...ANGLE, min: 0, max: 90, mayBeEmpty: true },
  azimuth: { label: 'roof.azimuth', ...ANGLE, min: 0, max: 360, mayBeEmpty: true },
  rotation: { label: 'roof.rotation', ...ANGLE, min: -360, max: 360 },
  rows: { label: 'roof.rows', ...COUNT },
  columns: { label: 'roof.columns', ...COUNT },
  x: { label: 'roof.fromLeft', ...PLACE },
  y: { label: 'roof.fromTop', ...PLACE },
} as const;
type MeasureName = keyof typeof MEASURES;

interface MeasuresProps<Name extends MeasureName, Of extends Record<Name, number | null>> {
  names: readonly Name[];
  of: Of;
  set: (part: Partial<Of>) => void;
}

/** Several of one thing, in this order. */
export function Measures<Name extends MeasureName, Of extends Record<Name, number | null>>({
  names,
  of,
  set,
}: MeasuresProps<Name, Of>) {
  const { t } = useTranslation();
  return names.map((name) => {
    const { label, ...bounds } = MEASURES[name];
    return (
      <Measure
        key={name}
        {...bounds}
        label={t(label)}
        value={of[name]}
        // Only what may be empty is ever null.
        onChange={(value) => set({ [name]: value } as Partial<Of>)}
      />
    );
  });
}

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
