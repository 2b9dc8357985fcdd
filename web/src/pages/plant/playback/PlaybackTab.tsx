// Playback of a day on the plant's layout: the user scrubs along the power curve of the plant, and the URL holds the moment.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { TabSkeleton } from '../../../components/plant/lazyTabs.tsx';
import { DayStepper } from '../../../components/plant/Stepper.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { energyResult } from '../../../components/plant/spokenResult.ts';
import { REFETCH_MS, useClock } from '../../../components/plant/useToday.ts';
import { NoModules, NoPlaces } from '../../../components/roof/EmptyRoof.tsx';
import { useRoof } from '../../../components/roof/useRoof.ts';
import { inline, power } from '../../../format/numbers.ts';
import { dayIn, dayText } from '../../../format/times.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { Card } from '../../../ui/Card.tsx';
import { copyText } from '../../../ui/copy.ts';
import { toastInfo } from '../../../ui/toast.tsx';
import { RoofView } from '../roof/RoofView.tsx';
import { PlayControls } from './PlayControls.tsx';
import classes from './playback.module.css';
import { Scrubber } from './Scrubber.tsx';
import { powersAt, problemsAt, type Timeline } from './timeline.ts';
import { SLOT_MINUTES, useMomentInAddress, usePlayback } from './usePlayback.ts';

interface Props {
  site: Response<'site/overview'> | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

const ROOF_HEIGHT = 'clamp(280px, 40dvh, 560px)';

export function PlaybackTab({ site, ...rest }: Props) {
  return site ? <LoadedDay site={site} {...rest} /> : <TabSkeleton />;
}

function LoadedDay({ site, search, change }: Props & { site: Response<'site/overview'> }) {
  const { t } = useTranslation();
  const { sid, timezone } = site;
  const today = dayIn(useClock(), timezone);
  const day = search.day && search.day < today ? search.day : today;
  // Each day has a player and controls of its own, which would not notice the change.
  const energy = energyResult(useCall('site/statistics/date', { sid, types: 1, date: day }), t);
  useAnnounced(energy === null ? undefined : [dayText(day), energy].filter(Boolean).join(': '), day);
  const layout = useCall('site/layoutInfo', { sid });
  const playback = useCall(
    'site/playback',
    { sid, day },
    { keepsPrevious: true, ...(day === today ? { refetchIntervalMs: REFETCH_MS } : { staleMs: Infinity }) },
  );
  const loadError = layout.error ?? playback.error;
  if (loadError && !(layout.data && playback.data))
    return (
      <Card>
        <ErrorState error={loadError} onRetry={() => void (layout.error ? layout.refetch() : playback.refetch())} />
      </Card>
    );
  if (!layout.data || !playback.data) return <TabSkeleton />;
  if (layout.data.modules.length === 0) return <NoModules sid={sid} />;
  if (layout.data.zones.length === 0) return <NoPlaces layout={layout.data} />;
  return (
    <Player
      // Restarts the player once the data of another day has arrived.
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
  /** The displayed data belongs to another day. */
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
  const [showsValues, setShowsValues] = useState(true);
  const { timeline, scaleW, stage, looks, clock, nowPower, textsAt, player } = usePlayback({
    playback,
    modules,
    timeZone,
    startMinutes: search.at,
    showsValues,
  });
  const { position, isPlaying, slot, toggle, step, goTo, reset, speed, setSpeed } = player;
  useMomentInAddress({ isPlaying, isLoading, slot, first: timeline.first, at: search.at, change });

  const { powers, playedModules, hasData } = usePlayedModules(timeline, modules, slot);
  const { at, power: watts } = textsAt(slot);
  const powerColumn = { label: t('roof.power'), textOf: (index: number) => inline(power(powers[index])) };
  const toggleValues = () => setShowsValues(!showsValues);
  const goToDay = (next: string) => change({ day: next >= today ? undefined : next, at: undefined });
  return (
    <Card>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts of the player, whichever of its parts has the focus */}
      <div
        onKeyDown={(event) => runKey(event, { toggle, step, toggleValues })}
        className={classes.player}
        data-loading={isLoading || undefined}
      >
        <div className={classes.top}>
          <DayStepper day={day} today={today} onDay={goToDay} />
          <Moment at={at} watts={watts} clock={clock} nowPower={nowPower} />
        </div>
        <RoofView
          stage={stage}
          layout={layout}
          roof={roof}
          modules={playedModules}
          looks={looks}
          timeZone={timeZone}
          values={[powerColumn]}
          main={powerColumn}
          scale={{ from: '0 W', to: inline(power(scaleW)) }}
          nothing={t('roof.noPower')}
          height={ROOF_HEIGHT}
          label={t('roof.playLabel', {
            at,
            power: watts,
            told: powers.filter((powerW) => powerW !== null).length,
            all: modules.length,
          })}
        />
        <Scrubber
          power={playback.power}
          xAxisIso={playback.xAxisIso}
          timeZone={timeZone}
          first={timeline.first}
          last={timeline.last}
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
          onValues={toggleValues}
        >
          <CopyLink day={day} minutes={slot * SLOT_MINUTES} change={change} />
        </PlayControls>
        <Help hasData={hasData || isLoading} timeZone={timeZone} />
      </div>
    </Card>
  );
}

/** Powers and problems of the modules at the slot. */
function usePlayedModules(timeline: Timeline, modules: Response<'site/layoutInfo'>['modules'], slot: number) {
  const powers = useMemo(() => powersAt(timeline, slot), [timeline, slot]);
  // Replaces current problems by those of the played moment.
  const playedModules = useMemo(() => {
    const problems = problemsAt(timeline, slot);
    return modules.map((module, index) => ({ ...module, problems: problems[index] ?? [] }));
  }, [timeline, modules, slot]);
  const hasData =
    powers.length > 0 && timeline.powers.some((moduleWatts) => moduleWatts.some((value) => !Number.isNaN(value)));
  return { powers, playedModules, hasData };
}

interface MomentProps {
  at: string;
  watts: string;
  clock: RefObject<HTMLSpanElement | null>;
  nowPower: RefObject<HTMLSpanElement | null>;
}

/** Time and power; the refs are written frame by frame while it plays. */
function Moment({ at, watts, clock, nowPower }: MomentProps) {
  return (
    <div className={`${classes.now} num`}>
      <span ref={clock}>{at}</span>
      <span ref={nowPower} className={classes.watts}>
        {watts}
      </span>
    </div>
  );
}

function Help({ hasData, timeZone }: { hasData: boolean; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <p className="muted" style={{ fontSize: 13 }}>
      {hasData ? (
        <>
          {t('roof.playText', { zone: timeZone })} <span className="withKeys">{t('roof.playKeys')}</span>
        </>
      ) : (
        t('roof.noDayData')
      )}
    </p>
  );
}

interface KeyActions {
  toggle: () => void;
  step: (by: 1 | -1) => void;
  toggleValues: () => void;
}

/** Space, comma, full stop and V, unless a form control or a dialog has the focus. */
function runKey(event: KeyboardEvent, { toggle, step, toggleValues }: KeyActions): void {
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
  else if (event.key.toLowerCase() === 'v') toggleValues();
  else return;
  event.preventDefault();
}

/** Copies a link to the moment; where the clipboard is refused, the address gets it instead. */
function CopyLink({ day, minutes, change }: { day: string; minutes: number; change: Props['change'] }) {
  const { t } = useTranslation();
  const copy = () => {
    const url = new URL(window.location.href);
    url.searchParams.set('day', day);
    url.searchParams.set('at', String(minutes));
    const writeAddress = () => {
      change({ day, at: minutes });
      toastInfo(t('roof.linkInAddress'));
    };
    void copyText(url.href, { done: t('roof.linkCopied'), failed: writeAddress });
  };
  return (
    <Button variant="default" size="xs" leftSection={<IconLink size={16} stroke={1.75} aria-hidden />} onClick={copy}>
      {t('roof.copyLink')}
    </Button>
  );
}
