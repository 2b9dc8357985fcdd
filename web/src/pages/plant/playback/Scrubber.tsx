// A slider over the plant's power of the day: dragged, pressed, or moved by arrow keys.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
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
  /** Where it stands within the slot, while it plays. */
  position: RefObject<number>;
  isPlaying: boolean;
  valueText: string;
  onGo: (slot: number) => void;
}

const [WIDTH, HEIGHT] = [1000, 72];
const JUMP = 12;

/** The slot that a key of a slider leads to; may lie beyond the ends. */
const slotByKey = (key: string, { slot, first, last }: { slot: number; first: number; last: number }) =>
  ({
    ArrowLeft: slot - 1,
    ArrowDown: slot - 1,
    ArrowRight: slot + 1,
    ArrowUp: slot + 1,
    PageUp: slot + JUMP,
    PageDown: slot - JUMP,
    Home: first,
    End: last,
  })[key];

/** Moves the head to the position: frame by frame while it plays, outside React. */
function useHeadPosition(
  head: RefObject<HTMLDivElement | null>,
  { position, slots, slot, isPlaying }: Pick<Props, 'position' | 'slot' | 'isPlaying'> & { slots: number },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new slot moves it when it does not play
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
  const slots = xAxisIso.length;
  const path = useMemo(() => sparkPath(power, WIDTH, HEIGHT), [power]);
  useHeadPosition(head, { position, slots, slot, isPlaying });
  const within = (wanted: number) => Math.min(last, Math.max(first, Math.round(wanted)));
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onGo(within(((event.clientX - left) / width) * (slots - 1)));
  };
  const key = (event: KeyboardEvent) => {
    const to = slotByKey(event.key, { slot, first, last });
    if (to === undefined) return;
    event.preventDefault();
    onGo(within(to));
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
        aria-valuenow={slot}
        aria-valuetext={valueText}
        onKeyDown={key}
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
