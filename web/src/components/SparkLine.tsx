// A small curve of the day next to its figures, which are its text alternative; gaps stay gaps.
interface Props {
  data: readonly (number | null)[];
  width?: number;
  height?: number;
  /** Value at the top of the scale, so that several curves are comparable; the highest value of this curve by default. */
  top?: number;
}

/** Returns a path with one stretch per run of values; a single value is a short stroke. */
export function sparkPath(data: readonly (number | null)[], width: number, height: number, top?: number): string {
  const highest = top ?? Math.max(0, ...data.map((value) => value ?? 0));
  const step = data.length > 1 ? (width - 2) / (data.length - 1) : 0;
  const y = (value: number) => height - 1.5 - (highest > 0 ? value / highest : 0) * (height - 3);
  const pointAt = (value: number, slot: number) => `${(1 + slot * step).toFixed(1)} ${y(value).toFixed(1)}`;
  return data
    .map((value, slot) => {
      if (value === null) return '';
      const isStart = (data[slot - 1] ?? null) === null;
      const isAlone = isStart && (data[slot + 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${pointAt(value, slot)}${isAlone ? 'h1.5' : ''}`;
    })
    .join('');
}

export function SparkLine({ data, width = 96, height = 20, top }: Props) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path
        d={sparkPath(data, width, height, top)}
        fill="none"
        stroke="var(--production)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
