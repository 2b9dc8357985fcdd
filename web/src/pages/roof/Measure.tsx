// Fields for measures of the plan. A value is applied on blur or Enter, so that each change is one undo step.
import { MAX_LAYOUT_METRES, MAX_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../../components/AmountInput.tsx';
import { isAmount } from '../../format/parseAmount.ts';

const ANGLE = { unit: '°', digits: 1 };
const COUNT = { unit: '', digits: 0, min: 1, max: MAX_ZONE_SIDE };
const PLACE = { unit: 'm', min: -MAX_LAYOUT_METRES, max: MAX_LAYOUT_METRES };
/** Measures of zones and photos with label, unit and range. */
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

interface MeasuresProps<Name extends MeasureName, Values extends Record<Name, number | null>> {
  names: readonly Name[];
  values: Values;
  set: (part: Partial<Values>) => void;
}

/** Fields for several measures of one object, in this order. */
export function Measures<Name extends MeasureName, Values extends Record<Name, number | null>>({
  names,
  values,
  set,
}: MeasuresProps<Name, Values>) {
  const { t } = useTranslation();
  return names.map((name) => {
    const { label, ...bounds } = MEASURES[name];
    return (
      <Measure
        key={name}
        {...bounds}
        label={t(label)}
        value={values[name]}
        // Only measures with `mayBeEmpty` are ever null.
        onChange={(value) => set({ [name]: value } as Partial<Values>)}
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
  /** An empty field is allowed and means null. */
  mayBeEmpty?: boolean;
  onChange: (value: number | null) => void;
}

export function Measure({ label, unit, value, min, max, digits = 2, mayBeEmpty = false, onChange }: Props) {
  const [typed, setTyped] = useState<Amount>(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  const apply = () => {
    if (typed === '') {
      if (mayBeEmpty && value !== null) onChange(null);
      else setTyped(value ?? '');
      return;
    }
    // A text that is no number stays in the field, with its error.
    if (!isAmount(typed)) return;
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
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
