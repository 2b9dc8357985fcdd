// The power view: one day of the plant, a device or a module, with power and other quantities, energy of the day and peak power.
import type { Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import type { TFunction } from 'i18next';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { largestOf } from '../../../components/chart/axes.ts';
import { type Comparison, DayChart, type DayData } from '../../../components/DayChart.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { DoubtfulFigures } from '../../../components/plant/Doubtful.tsx';
import { deviceName, type SiteDevice } from '../../../components/plant/deviceOrder.ts';
import { HistoryDownload } from '../../../components/plant/history/HistoryDownload.tsx';
import { LinePicker } from '../../../components/plant/LinePicker.tsx';
import classes from '../../../components/plant/plant.module.css';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { energyResult } from '../../../components/plant/spokenResult.ts';
import { inUserUnits } from '../../../components/plant/userUnits.ts';
import { useClock } from '../../../components/plant/useToday.ts';
import { ZoomHint } from '../../../components/ZoomHint.tsx';
import { likeOf, type TemperatureUnit, wireNumber } from '../../../format/numbers.ts';
import { dayIn, dayText } from '../../../format/times.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { Card } from '../../../ui/Card.tsx';
import { FigureSkeleton, Skeleton } from '../../../ui/Skeleton.tsx';
import { siteLike } from '../siteLike.ts';
import { inSlotsOf, stepOf, zoomOf, zoomStep } from './chartSlots.ts';
import { DayFigures } from './DayFigures.tsx';
import { PowerFilters } from './PowerFilters.tsx';
import { type Subject, usePower } from './usePower.ts';
import { useWeather } from './useWeather.ts';

const HEIGHT = 360;
/** Height in pixels of the line picker in one row. */
const LINES_HEIGHT = 58;
const PRODUCTION = 'Production';
/** Quantities with a sign, as they flow both ways. */
const SIGNED: ReadonlySet<string> = new Set(['Grid Power', 'Battery Power']);

type Site = Response<'site/overview'>;

interface Props {
  site: Site | undefined;
  /** The user's temperature unit for this plant. */
  temperatureUnit: TemperatureUnit | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

/** Returns the subject and day that the search parameters compare with; null: none. */
function comparedSubject({
  sid,
  device,
  search,
  day,
}: {
  sid: string;
  device: string;
  search: SiteSearch;
  day: string;
}) {
  const subject = { sid, sn: device, module: search.module ?? null, day };
  if (search.besideDay) return { ...subject, day: search.besideDay };
  if (search.module !== undefined) return null;
  if (search.besideDevice) return { ...subject, sn: search.besideDevice };
  return search.besideSite && search.besideSite !== sid ? { ...subject, sid: search.besideSite, sn: '' } : null;
}

/** Returns the request body for one day of a subject. */
const dayRequest = ({ sid, sn, day }: Subject) => ({ sid, sn, types: 1 as const, date: day });

function useTotal(subject: Subject | null) {
  const { sid, sn, module, day } = subject ?? { sid: '', sn: '', module: null, day: '' };
  const isEnabled = { plant: subject !== null && sn === '', device: sn !== '' && module === null };
  const plantTotal = useCall('site/statistics/date', { sid, types: 1, date: day }, { enabled: isEnabled.plant });
  const deviceTotal = useCall('device/statistics/date', dayRequest({ sid, sn, module, day }), {
    enabled: isEnabled.device,
  });
  const moduleTotal = useCall(
    'device/modules/statistics/date',
    { ...dayRequest({ sid, sn, module, day }), input: module ?? 1 },
    { enabled: sn !== '' && module !== null },
  );
  return sn === '' ? plantTotal : module === null ? deviceTotal : moduleTotal;
}

interface ComparisonOptions {
  site: Site;
  search: SiteSearch;
  /** The displayed subject and day. */
  subject: Subject;
  today: string;
  /** Minutes; undefined: the server's choice. */
  step: number | undefined;
  lines: readonly string[];
  /** Chart of the subject, which defines the slots. */
  chart: DayData | undefined;
  temperatureUnit: TemperatureUnit | undefined;
}

/** Loads the other day, device or plant that the search parameters compare the subject with. */
function useComparison({ site, search, subject, today, step, lines, chart, temperatureUnit }: ComparisonOptions) {
  const { sid, sn, day } = subject;
  const other = comparedSubject({ sid, device: sn, search, day });
  const otherPlant = useCall(
    'site/detail',
    { sid: other?.sid ?? '' },
    { enabled: other !== null && other.sid !== sid },
  );
  const otherDay = usePower({
    ...(other ?? subject),
    // The whole day: on a day of a clock change, equal minutes are different clock times.
    today,
    step: (chart && stepOf(chart.xAxisIso)) ?? step,
    lines,
    zoom: null,
    enabled: other !== null && chart !== undefined,
  });
  const otherTotal = useTotal(other);
  const who = other && nameOfOther(other, { site, sn, plantName: otherPlant.data?.siteName ?? '' });
  const beside = useMemo<Comparison | undefined>(() => {
    if (!chart || !otherDay.chart.data || !who) return undefined;
    const converted = inUserUnits(otherDay.chart.data, temperatureUnit);
    // For a device that reports none of the lines the server returns another line.
    const names = new Set(chart.series.map(({ name }) => name));
    return { name: who, series: inSlotsOf(chart.xAxisIso, converted).filter(({ name }) => names.has(name)) };
  }, [chart, otherDay.chart.data, who, temperatureUnit]);
  return {
    other,
    who,
    beside,
    total: otherTotal.data,
    plantName: otherPlant.data?.siteName,
    error: otherDay.chart.error ?? otherPlant.error,
    retry: otherDay.retry,
  };
}

interface LineChoiceProps {
  change: Props['change'];
  isWaiting: boolean;
  quantities: ComponentProps<typeof LinePicker>['all'];
  selected: string[];
}

function LineChoice({ isWaiting, quantities, selected, change }: LineChoiceProps) {
  return (
    <>
      {isWaiting && (
        <div className={classes.lines}>
          <Skeleton height={LINES_HEIGHT} />
        </div>
      )}
      {quantities.length > 1 && (
        <LinePicker
          all={quantities}
          chosen={selected}
          onChange={(names) => change({ lines: names.length === 1 && names[0] === PRODUCTION ? undefined : names })}
        />
      )}
    </>
  );
}

interface HintsProps {
  neighbours: number | null;
  lines: readonly string[];
  weather: ReturnType<typeof useWeather>;
}

/** Explains the chart: the neighbours, the sign convention, the source of the weather. */
function Hints({ neighbours, lines, weather }: HintsProps) {
  const { t } = useTranslation();
  const problem = weather.problem === null ? '' : t(`power.weather.${weather.problem}`);
  useAnnounced(problem);
  return (
    <>
      {neighbours !== null && (
        <p className={classes.hint}>
          {neighbours === 0 ? t('power.noNeighbours') : t('power.neighbours', { count: neighbours })}
        </p>
      )}
      {lines.some((name) => SIGNED.has(name)) && <p className={classes.hint}>{t('power.signs')}</p>}
      {problem !== '' && <p className={classes.limit}>{problem}</p>}
      {weather.drawn && <p className={classes.hint}>{t('power.weather.source')}</p>}
    </>
  );
}

/** Reads the subject, day, zoom, lines and step from the search parameters. */
function useSelection(site: Site, search: SiteSearch, today: string) {
  const day = search.day && search.day < today ? search.day : today;
  const device = site.deviceList.find(({ sn }) => sn === search.device);
  const sn = device?.sn ?? '';
  const module = sn !== '' ? (search.module ?? null) : null;
  const zoom = useMemo(() => zoomOf(search.zoom) ?? null, [search.zoom]);
  const lines = search.lines ?? [PRODUCTION];
  const uploadMin = device ? device.expectedUploadS / 60 : 1;
  const step =
    search.step ?? (zoom ? zoomStep(zoom, CHART_STEPS_MIN.find((minutes) => minutes >= uploadMin) ?? 60) : undefined);
  return { device, subject: { sid: site.sid, sn, module, day }, zoom, lines, step };
}

function Loaded({ site, temperatureUnit, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const nowMs = useClock();
  const { sid, timezone } = site;
  const today = dayIn(nowMs, timezone);
  const { device, subject, zoom, lines, step } = useSelection(site, search, today);
  const { sn, module, day } = subject;

  const shownDay = usePower({ ...subject, today, step, lines, zoom });
  const chart = shownDay.chart.data;
  const total = useTotal(subject);
  const shownLines = shownDay.lines;
  const comparison = useComparison({ site, search, subject, today, step, lines: shownLines, chart, temperatureUnit });
  const { other, who, beside } = comparison;
  const shownChart = useMemo(() => chart && inUserUnits(chart, temperatureUnit), [chart, temperatureUnit]);
  const weather = useWeather({ sid, day, lines, temperatureUnit, slots: chart?.xAxisIso });
  // The quantities of a device are loaded later: a placeholder keeps the layout from shifting.
  const mayHaveLines = sn !== '' || site.energy.home.show || site.energy.grid.show || weather.known.length > 0;
  const isWaiting = mayHaveLines && shownDay.known.length === 0 && !shownDay.chart.error;
  const quantities = shownDay.known.length === 0 ? [] : [...shownDay.known, ...weather.known];
  const inputs = device && hasModules(device) ? inputsOf(shownDay.known, module) : null;
  const modules = inputs && (isWaiting || inputs.length > 0) ? inputs : null;
  const likeW = sn === '' ? siteLike(site) : likeOf(0, shownDay.peak?.powerW, largestOf(wattsOf(chart, beside)));

  return (
    <DoubtfulFigures sid={sid} list={device ? doubtsOfDevice(site, device) : site.doubtful}>
      <Card>
        <PowerFilters
          site={site}
          search={search}
          change={change}
          today={today}
          subject={subject}
          result={energyResult(total, t)}
          modules={modules}
          step={(chart && stepOf(chart.xAxisIso)) ?? step ?? 5}
          finestMin={shownDay.finestMin}
          isZoomed={zoom !== null}
          otherSiteName={comparison.plantName}
        />
        <DayFigures
          chart={chart}
          peak={shownDay.peak}
          likeW={likeW}
          total={total.data}
          compared={who ? { label: who, total: comparison.total } : undefined}
          timeZone={timezone}
          isOfDevice={sn !== ''}
          hasFailed={shownDay.chart.error !== null}
        />
        {other && comparison.error !== null && (
          <ErrorState compact error={comparison.error} onRetry={comparison.retry} />
        )}
        <DayChart
          data={shownChart}
          comparison={beside}
          extraLines={weather.drawn}
          name={nameOf(device, module, site.siteName, t)}
          day={day}
          timeZone={timezone}
          nowMs={day === today ? nowMs : null}
          likeW={likeW}
          height={HEIGHT}
          emptyText={wireNumber(total.data?.power) === null ? undefined : t('chart.onlyEnergyOfDay')}
          error={shownDay.chart.error}
          onRetry={shownDay.retry}
          zoom={zoom}
          onZoom={(minutes) => change({ zoom: minutes ? minutes.join('-') : undefined })}
        />
        <ZoomHint data={shownChart} className={classes.hint} />
        {beside?.series.length === 0 && <p className={classes.hint}>{t('power.nothingAlike', { who: beside.name })}</p>}
        <Hints neighbours={shownDay.neighbours} lines={shownLines} weather={weather} />
        <LineChoice
          isWaiting={isWaiting}
          quantities={quantities}
          selected={[...shownLines, ...weather.selected]}
          change={change}
        />
        {sn !== '' && <HistoryDownload key={sn} sid={sid} sn={sn} days={{ start: day, end: day }} today={today} />}
      </Card>
    </DoubtfulFigures>
  );
}

/** Returns the doubtful figures of a device: by its own problems, and those of its gateway or of the plant as a whole. */
function doubtsOfDevice({ problems, deviceList }: Site, { sn }: SiteDevice): Site['doubtful'] {
  const isGateway = (of: string) => deviceList.some((one) => one.sn === of && one.kind === 'gateway');
  return problems
    .filter(({ concerns }) => concerns.length === 0 || concerns.some((one) => one.sn === sn || isGateway(one.sn)))
    .flatMap(({ code, title, doubtful }) => doubtful.map((figure) => ({ figure, code, title })));
}

/** Returns the data of all lines on the axis of watts. */
function wattsOf(chart: DayData | undefined, beside: Comparison | undefined): (readonly (number | null)[])[] {
  const lines = [...(chart?.series ?? []), ...(beside?.series ?? [])].filter(({ unit }) => unit === 'W');
  return [...lines, ...(chart?.expected ? [chart.expected] : [])].map(({ data }) => data);
}

/** Whether the device has modules: each input of a microinverter is one. */
const hasModules = ({ kind }: SiteDevice): boolean => kind === 'microinverter';

/** Returns the inputs for which the device reports quantities, with `shownInput` added: a module's chart lists no other inputs. */
function inputsOf(known: readonly { name: string }[], shownInput: number | null): number[] {
  const reported = known
    .flatMap(({ name }) => /^(?:Power|DC Voltage|DC Current)_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
  return [...new Set(shownInput === null ? reported : [...reported, shownInput])].toSorted(
    (left, right) => left - right,
  );
}

function nameOf(device: SiteDevice | undefined, module: number | null, siteName: string, t: TFunction): string {
  if (!device) return siteName;
  return module === null ? deviceName(device) : `${deviceName(device)}, ${t('power.moduleOf', { n: module })}`;
}

/** Returns the name in the legend, which states the difference from the displayed day. */
function nameOfOther(other: Subject, { site, sn, plantName }: { site: Site; sn: string; plantName: string }): string {
  if (other.sid !== site.sid) return plantName;
  const device = site.deviceList.find((candidate) => candidate.sn === other.sn);
  return other.sn === sn ? dayText(other.day) : device ? deviceName(device) : other.sn;
}

export function PowerTab({ site, ...rest }: Props) {
  if (site) return <Loaded site={site} {...rest} />;
  return (
    <Card>
      <div className={classes.hero}>
        <FigureSkeleton />
      </div>
      <Skeleton height={HEIGHT + 28} />
    </Card>
  );
}
