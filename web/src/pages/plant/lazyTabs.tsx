// The views of a plant other than its overview: loaded when opened, and preloaded when their link is hovered.
import { lazyPart } from '../../api/loading.ts';
import { preloadSharedTab } from '../../components/plant/lazyTabs.tsx';
import type { View } from '../../components/plant/search.ts';
import { addTexts } from '../../i18n/start.ts';

const loadPower = async () => {
  const [file] = await Promise.all([import('./power/PowerTab.tsx'), addTexts(['power'])]);
  return file;
};
/** Needs the texts of the report, whose balance it shows. */
const loadEnergy = async () => {
  const [file] = await Promise.all([import('./energy/EnergyTab.tsx'), addTexts(['power', 'report'])]);
  return file;
};
const loadReport = async () => {
  const [file] = await Promise.all([import('./report/ReportTab.tsx'), addTexts(['report', 'span'])]);
  return file;
};
const loadLayout = async () => {
  const [file] = await Promise.all([import('./roof/LayoutTab.tsx'), addTexts(['layout'])]);
  return file;
};
const loadPlayback = async () => {
  const [file] = await Promise.all([import('./playback/PlaybackTab.tsx'), addTexts(['layout'])]);
  return file;
};

export const PowerTab = lazyPart(() => loadPower().then((file) => ({ default: file.PowerTab })));
export const LayoutTab = lazyPart(() => loadLayout().then((file) => ({ default: file.LayoutTab })));
export const PlaybackTab = lazyPart(() => loadPlayback().then((file) => ({ default: file.PlaybackTab })));
/** Below the fold. */
export const WeatherCard = lazyPart(() =>
  import('./overview/WeatherCard.tsx').then((file) => ({ default: file.WeatherCard })),
);
export const EnergyTab = lazyPart(() => loadEnergy().then((file) => ({ default: file.EnergyTab })));
export const ReportTab = lazyPart(() => loadReport().then((file) => ({ default: file.ReportTab })));

/** Loads a view before it is opened; a failure is reported when it is opened. */
export function preloadTab(view: View): void {
  const load = {
    overview: undefined,
    power: loadPower,
    energy: loadEnergy,
    report: loadReport,
    playback: loadPlayback,
    layout: loadLayout,
    history: undefined,
    alerts: undefined,
    setUp: undefined,
  }[view];
  if (load) load().catch(() => undefined);
  else preloadSharedTab(view);
}
