// The plant's power over the day, on which one goes to a moment: dragged, pressed, or by arrow keys.
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
  const track = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const slots = xAxisIso.length;
  const path = useMemo(() => sparkPath(power, WIDTH, HEIGHT), [power]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it stands without playing
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
  const within = (wanted: number) => Math.min(last, Math.max(first, Math.round(wanted)));
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = track.current!.getBoundingClientRect();
    onGo(within(((event.clientX - left) / width) * (slots - 1)));
  };
  const key = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: slot - 1,
      ArrowDown: slot - 1,
      ArrowRight: slot + 1,
      ArrowUp: slot + 1,
      PageUp: slot + JUMP,
      PageDown: slot - JUMP,
      Home: first,
      End: last,
    }[event.key];
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
        ref={track}
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
