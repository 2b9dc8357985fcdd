// The views of a plant beside its overview: loaded when one goes there, and asked for when their link is pointed at.
import { useIsLost } from '../../api/connection.ts';
import { lazyPart } from '../../api/loading.ts';
import { NotLoaded } from '../../components/NotLoaded.tsx';
import classes from '../../components/plant/plant.module.css';
import { loadSetUp } from '../../components/setUp/SetUpPart.tsx';
import { addTexts } from '../../i18n/start.ts';
import { Bone, FigureBone } from '../../ui/Bones.tsx';
import { Card } from '../../ui/Card.tsx';
import type { View } from './search.ts';

const loadPower = async () => {
  const [file] = await Promise.all([import('./power/PowerTab.tsx'), addTexts(['power'])]);
  return file;
};
/** Its balance is that of a report. */
const loadEnergy = async () => {
  const [file] = await Promise.all([import('./energy/EnergyTab.tsx'), addTexts(['power', 'report'])]);
  return file;
};
const loadHistory = async () => {
  const [file] = await Promise.all([import('./history/HistoryTab.tsx'), addTexts(['history', 'list', 'span'])]);
  return file;
};
/** With its texts, and those of a list's pages. */
const loadAlerts = async () => {
  const [file] = await Promise.all([import('./alerts/AlertsTab.tsx'), addTexts(['alerts', 'list'])]);
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
export const HistoryTab = lazyPart(() => loadHistory().then((file) => ({ default: file.HistoryTab })));
/** Of one device, for its page. */
export const Readings = lazyPart(() => loadHistory().then((file) => ({ default: file.Readings })));
export const AlertsTab = lazyPart(() => loadAlerts().then((file) => ({ default: file.AlertsTab })));
/** What the owner is asked: seldom something, so that it comes with another part that is. */
export const UpdateQuestions = lazyPart(() => loadAlerts().then((file) => ({ default: file.UpdateQuestions })));
export const LayoutTab = lazyPart(() => loadLayout().then((file) => ({ default: file.LayoutTab })));
export const PlaybackTab = lazyPart(() => loadPlayback().then((file) => ({ default: file.PlaybackTab })));
/** Below what is seen at first. */
export const WeatherCard = lazyPart(() =>
  import('./overview/WeatherCard.tsx').then((file) => ({ default: file.WeatherCard })),
);
export const EnergyTab = lazyPart(() => loadEnergy().then((file) => ({ default: file.EnergyTab })));
export const ReportTab = lazyPart(() => loadReport().then((file) => ({ default: file.ReportTab })));

/** What cannot be loaded now is asked for again, and told, when one goes there. */
export function askForTab(view: View): void {
  const load = {
    overview: undefined,
    power: loadPower,
    energy: loadEnergy,
    history: loadHistory,
    alerts: loadAlerts,
    report: loadReport,
    playback: loadPlayback,
    layout: loadLayout,
    setUp: loadSetUp,
  }[view];
  load?.().catch(() => undefined);
}

export function TabBones() {
  const isLost = useIsLost();
  if (isLost) {
    return (
      <Card>
        <NotLoaded part />
      </Card>
    );
  }
  return (
    <Card>
      <div className={classes.hero}>
        <FigureBone size="lg" />
        <FigureBone />
      </div>
      <Bone height={360} />
    </Card>
  );
}
