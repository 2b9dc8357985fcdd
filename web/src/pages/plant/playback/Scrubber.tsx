// A slider over the plant's power curve of a day, operated by dragging, clicking or keys.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sparkPath } from '../../../components/SparkLine.tsx';
import { time } from '../../../format/times.ts';
import classes from './playback.module.css';

interface Props {
  /** W by slot; null: no data. */
  power: readonly (number | null)[];
  xAxisIso: readonly string[];
  timeZone: string;
  first: number;
  last: number;
  slot: number;
  /** Slot with its fraction, updated per frame during playback. */
  position: RefObject<number>;
  isPlaying: boolean;
  valueText: string;
  onGo: (slot: number) => void;
}

const [WIDTH, HEIGHT] = [1000, 72];
const PAGE_SLOTS = 12;

/** Returns the slot that a slider key selects, which may lie beyond the ends; undefined: another key. */
const slotByKey = (key: string, { slot, first, last }: { slot: number; first: number; last: number }) =>
  ({
    ArrowLeft: slot - 1,
    ArrowDown: slot - 1,
    ArrowRight: slot + 1,
    ArrowUp: slot + 1,
    PageUp: slot + PAGE_SLOTS,
    PageDown: slot - PAGE_SLOTS,
    Home: first,
    End: last,
  })[key];

/** Moves the head to the position: per frame during playback, outside React. */
function useHeadPosition(
  head: RefObject<HTMLDivElement | null>,
  { position, slots, slot, isPlaying }: Pick<Props, 'position' | 'slot' | 'isPlaying'> & { slots: number },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new slot moves the head while playback is paused
  useEffect(() => {
    const move = () => {
      if (head.current) head.current.style.left = `${(100 * position.current) / Math.max(1, slots - 1)}%`;
    };
    move();
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      move();
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, slot, slots, position]);
}

export function Scrubber({
  power,
  xAxisIso,
  timeZone,
  first,
  last,
  slot,
  position,
  isPlaying,
  valueText,
  onGo,
}: Props) {
  const { t } = useTranslation();
  const head = useRef<HTMLDivElement>(null);
  // A screen reader would speak each of the values that pass during playback.
  const [spoken, setSpoken] = useState({ slot, valueText });
  if (!isPlaying && (spoken.slot !== slot || spoken.valueText !== valueText)) setSpoken({ slot, valueText });
  const slots = xAxisIso.length;
  const path = useMemo(() => sparkPath(power, WIDTH, HEIGHT), [power]);
  useHeadPosition(head, { position, slots, slot, isPlaying });
  const clamp = (target: number) => Math.min(last, Math.max(first, Math.round(target)));
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onGo(clamp(((event.clientX - left) / width) * (slots - 1)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = slotByKey(event.key, { slot, first, last });
    if (to === undefined) return;
    event.preventDefault();
    onGo(clamp(to));
  };
  const hours = xAxisIso.flatMap((iso, n) =>
    n % 36 === 0 && n > 0 && n < slots - 12 ? [{ n, label: time(iso, timeZone) }] : [],
  );
  return (
    <div className={classes.scrubber}>
      <div
        className={classes.track}
        role="slider"
        tabIndex={0}
        aria-label={t('roof.moment')}
        aria-valuemin={first}
        aria-valuemax={last}
        aria-valuenow={spoken.slot}
        aria-valuetext={spoken.valueText}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && scrub(event)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          <path d={path} fill="none" stroke="var(--production)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        </svg>
        <div ref={head} className={classes.head} />
      </div>
      <div className={`${classes.hours} num`} aria-hidden>
        {hours.map(({ n, label }) => (
          <span key={n} style={{ left: `${(100 * n) / (slots - 1)}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
