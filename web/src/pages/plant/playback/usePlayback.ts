// Connects the playback data to the player: each frame updates the canvas and two texts, outside React.
import type { Response } from '@heliograph/contract/calls.ts';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { SiteSearch } from '../../../components/plant/search.ts';
import type { Looks } from '../../../components/roof/drawRoof.ts';
import { looksOf, scaleOf } from '../../../components/roof/looks.ts';
import type { Stage } from '../../../components/roof/stage.ts';
import { inline, power } from '../../../format/numbers.ts';
import { time } from '../../../format/times.ts';
import { frameAt, powersAt, timelineOf } from './timeline.ts';
import { TEXT_INTERVAL_MS, usePlayer } from './usePlayer.ts';

export const SLOT_MINUTES = 5;

interface Options {
  playback: Response<'site/playback'>;
  modules: Response<'site/layoutInfo'>['modules'];
  timeZone: string;
  /** Start, in minutes of the day; undefined: the first slot with data. */
  startMinutes: number | undefined;
  showsValues: boolean;
}

export function usePlayback({ playback, modules, timeZone, startMinutes, showsValues }: Options) {
  const timeline = useMemo(() => timelineOf(playback, modules), [playback, modules]);
  const scaleW = scaleOf(playback.scaleW, playback.power);
  const stage = useRef<Stage>(null);
  const looks = useRef<Looks>(looksOf([], [], 1));
  const clock = useRef<HTMLSpanElement>(null);
  const nowPower = useRef<HTMLSpanElement>(null);

  const textsAt = useCallback(
    (slot: number) => ({
      at: time(playback.xAxisIso[slot] ?? null, timeZone),
      power: inline(power(playback.power[slot])),
    }),
    [playback, timeZone],
  );
  // Runs per frame: updates the canvas and two texts without a React render.
  const show = useCallback(
    (position: number) => {
      frameAt(timeline, looks.current, position, scaleW, showsValues);
      const { at, power: watts } = textsAt(Math.floor(position));
      if (clock.current && clock.current.textContent !== at) clock.current.textContent = at;
      if (nowPower.current && nowPower.current.textContent !== watts) nowPower.current.textContent = watts;
      stage.current?.paint();
    },
    [timeline, scaleW, showsValues, textsAt],
  );
  const start =
    startMinutes === undefined ? timeline.first : Math.min(timeline.slots - 1, Math.round(startMinutes / SLOT_MINUTES));
  const player = usePlayer({ first: timeline.first, last: timeline.last, start, show });
  const { position } = player;
  useEffect(() => {
    looks.current = looksOf(powersAt(timeline, 0), new Array(timeline.powers.length).fill(undefined), scaleW);
    show(position.current);
  }, [timeline, scaleW, show, position]);

  return { timeline, scaleW, stage, looks, clock, nowPower, textsAt, player };
}

interface Moment {
  isPlaying: boolean;
  /** The displayed data belongs to another day. */
  isLoading: boolean;
  slot: number;
  /** The default slot, which the URL omits. */
  first: number;
  /** Minutes of the day in the URL. */
  at: number | undefined;
  change: (changed: Partial<SiteSearch>) => void;
}

/** Writes the moment to the URL: immediately when playback pauses, after a short delay while scrubbing. */
export function useMomentInAddress({ isPlaying, isLoading, slot, first, at: urlAt, change }: Moment): void {
  const wasPlaying = useRef(false);
  useEffect(() => {
    if (isPlaying) wasPlaying.current = true;
    if (isPlaying || isLoading) return;
    const at = slot === first ? undefined : slot * SLOT_MINUTES;
    const write = () => {
      wasPlaying.current = false;
      if (at !== urlAt) change({ at });
    };
    const timer = setTimeout(write, wasPlaying.current ? 0 : TEXT_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isLoading, slot, first, urlAt, change]);
}
