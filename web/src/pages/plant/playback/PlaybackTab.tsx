// A day of the plant's modules, played on its layout: the plant's curve is where one scrubs, and the address holds the moment.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { TabBones } from '../../../components/plant/lazyTabs.tsx';
import { DayStepper } from '../../../components/plant/Stepper.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { REFETCH_MS, useClock } from '../../../components/plant/useToday.ts';
import type { Looks } from '../../../components/roof/drawRoof.ts';
import { NoModules, NoPlaces } from '../../../components/roof/EmptyRoof.tsx';
import { looksOf, scaleOf } from '../../../components/roof/looks.ts';
import type { Stage } from '../../../components/roof/stage.ts';
import { useRoof } from '../../../components/roof/useRoof.ts';
import { inline, power } from '../../../format/numbers.ts';
import { dayIn, time } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { copyText } from '../../../ui/copy.ts';
import { toastNote } from '../../../ui/toast.tsx';
import { RoofView } from '../roof/RoofView.tsx';
import { faultsAt, filmOf, lookAt, powersAt } from './film.ts';
import { PlayControls } from './PlayControls.tsx';
import classes from './playback.module.css';
import { Scrubber } from './Scrubber.tsx';
import { usePlayer } from './usePlayer.ts';

interface Props {
  site: Response<'site/overview'> | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

const ROOF_HEIGHT = 'clamp(280px, 40dvh, 560px)';
const SLOT_MINUTES = 5;
/** While it plays, what is read beside the canvas changes this often. */
const WORDS_MS = 250;

export function PlaybackTab({ site, ...rest }: Props) {
  return site ? <Asked site={site} {...rest} /> : <TabBones />;
}

function Asked({ site, search, change }: Props & { site: Response<'site/overview'> }) {
  const { sid, timezone } = site;
  const today = dayIn(useClock(), timezone);
  const day = search.day && search.day < today ? search.day : today;
  const layout = useCall('site/layoutInfo', { sid });
  const playback = useCall(
    'site/playback',
    { sid, day },
    { keepsPrevious: true, ...(day === today ? { refetchIntervalMs: REFETCH_MS } : { staleMs: Infinity }) },
  );
  const failed = layout.error ?? playback.error;
  if (failed && !(layout.data && playback.data))
    return (
      <Card>
        <ErrorState error={failed} onRetry={() => void (layout.error ? layout.refetch() : playback.refetch())} />
      </Card>
    );
  if (!layout.data || !playback.data) return <TabBones />;
  if (layout.data.modules.length === 0) return <NoModules sid={sid} />;
  if (layout.data.zones.length === 0) return <NoPlaces layout={layout.data} />;
  return (
    <Player
      // Another day starts over once it is there.
      key={`${day} ${playback.data.day}`}
      layout={layout.data}
      playback={playback.data}
      isLoading={playback.isPlaceholderData}
      timeZone={timezone}
      day={day}
      today={today}
      search={search}
      change={change}
    />
  );
}

interface PlayerProps {
  layout: Response<'site/layoutInfo'>;
  playback: Response<'site/playback'>;
  /** What is there is of another day. */
  isLoading: boolean;
  timeZone: string;
  day: string;
  today: string;
  search: SiteSearch;
  change: Props['change'];
}

function Player({ layout, playback, isLoading, timeZone, day, today, search, change }: PlayerProps) {
  const { t } = useTranslation();
  const { zones, modules, photo, layoutScale } = layout;
  const roof = useRoof(zones, modules, photo, layoutScale);
  const film = useMemo(() => filmOf(playback, modules), [playback, modules]);
  const scaleW = scaleOf(playback.scaleW, playback.power);
  const [showsValues, setShowsValues] = useState(true);
  const stage = useRef<Stage>(null);
  const looks = useRef<Looks>(looksOf([], [], 1));
  const clock = useRef<HTMLSpanElement>(null);
  const nowPower = useRef<HTMLSpanElement>(null);

  const words = useCallback(
    (slot: number) => ({
      at: time(playback.xAxisIso[slot] ?? null, timeZone),
      power: inline(power(playback.power[slot])),
    }),
    [playback, timeZone],
  );
  // Every frame: the canvas and two texts; nothing of it goes through React.
  const show = useCallback(
    (position: number) => {
      lookAt(film, looks.current, position, scaleW, showsValues);
      const { at, power: watts } = words(Math.floor(position));
      if (clock.current && clock.current.textContent !== at) clock.current.textContent = at;
      if (nowPower.current && nowPower.current.textContent !== watts) nowPower.current.textContent = watts;
      stage.current?.paint();
    },
    [film, scaleW, showsValues, words],
  );
  const start = search.at === undefined ? film.first : Math.min(film.slots - 1, Math.round(search.at / SLOT_MINUTES));
  const player = usePlayer({ first: film.first, last: film.last, start, show });
  const { position, isPlaying, slot, toggle, step, goTo, reset, speed, setSpeed } = player;
  useEffect(() => {
    looks.current = looksOf(powersAt(film, 0), new Array(film.powers.length).fill(false), scaleW);
    show(position.current);
  }, [film, scaleW, show, position]);
  // The moment stands in the address once it stands still: at once when it is paused, a little later while one scrubs.
  const wasPlaying = useRef(false);
  useEffect(() => {
    if (isPlaying) wasPlaying.current = true;
    if (isPlaying || isLoading) return;
    const at = slot === film.first ? undefined : slot * SLOT_MINUTES;
    const tell = () => {
      wasPlaying.current = false;
      if (at !== search.at) change({ at });
    };
    const timer = setTimeout(tell, wasPlaying.current ? 0 : WORDS_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isLoading, slot, film.first, search.at, change]);

  const powers = useMemo(() => powersAt(film, slot), [film, slot]);
  // What is wrong now says nothing of that day.
  const shown = useMemo(() => {
    const faults = faultsAt(film, slot);
    return modules.map((module, index) => ({ ...module, fault: faults[index]! }));
  }, [film, modules, slot]);
  const hasData = powers.length > 0 && film.powers.some((own) => own.some((value) => !Number.isNaN(value)));
  const { at, power: watts } = words(slot);
  const key = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('input, [role="combobox"], [role="listbox"], [role="dialog"]')
    )
      return;
    if (event.key === ' ' && !target.closest('button, a')) toggle();
    else if (event.key === ',') step(-1);
    else if (event.key === '.') step(1);
    else if (event.key.toLowerCase() === 'v') setShowsValues(!showsValues);
    else return;
    event.preventDefault();
  };
  const goToDay = (next: string) => change({ day: next >= today ? undefined : next, at: undefined });
  return (
    <Card>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the player, wherever in it one is */}
      <div onKeyDown={key} className={classes.player} data-loading={isLoading || undefined}>
        <div className={classes.top}>
          <DayStepper day={day} today={today} onDay={goToDay} />
          <div className={`${classes.now} num`}>
            <span ref={clock}>{at}</span>
            <span ref={nowPower} className={classes.watts}>
              {watts}
            </span>
          </div>
        </div>
        <RoofView
          stage={stage}
          layout={layout}
          roof={roof}
          modules={shown}
          looks={looks}
          powers={powers}
          scaleW={scaleW}
          height={ROOF_HEIGHT}
          label={t('roof.playLabel', {
            at,
            power: watts,
            told: powers.filter((one) => one !== null).length,
            all: modules.length,
          })}
        />
        <Scrubber
          power={playback.power}
          xAxisIso={playback.xAxisIso}
          timeZone={timeZone}
          first={film.first}
          last={film.last}
          slot={slot}
          position={position}
          isPlaying={isPlaying}
          valueText={`${at}, ${watts}`}
          onGo={goTo}
        />
        <PlayControls
          isPlaying={isPlaying}
          onToggle={toggle}
          onStep={step}
          onReset={reset}
          speed={speed}
          onSpeed={setSpeed}
          showsValues={showsValues}
          onValues={() => setShowsValues(!showsValues)}
        >
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
            onClick={() => copyMoment(slot * SLOT_MINUTES)}
          >
            {t('roof.copyLink')}
          </Button>
        </PlayControls>
        <p className="muted" style={{ fontSize: 13 }}>
          {hasData || isLoading ? (
            <>
              {t('roof.playText', { zone: timeZone })} <span className="withKeys">{t('roof.playKeys')}</span>
            </>
          ) : (
            t('roof.noDayData')
          )}
        </p>
      </div>
    </Card>
  );

  function copyMoment(minutes: number): void {
    const url = new URL(window.location.href);
    url.searchParams.set('day', day);
    url.searchParams.set('at', String(minutes));
    const putThere = () => {
      change({ day, at: minutes });
      toastNote(t('roof.linkInAddress'));
    };
    void copyText(url.href, { done: t('roof.linkCopied'), failed: putThere });
  }
}
