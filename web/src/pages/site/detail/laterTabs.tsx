// The views of a plant beside its overview: loaded when one goes there, and asked for when their link is pointed at.
import { useIsLost } from '../../../api/connection.ts';
import { lazyPart } from '../../../api/loading.ts';
import { NotLoaded } from '../../../components/NotLoaded.tsx';
import { addTexts } from '../../../i18n/start.ts';
import { Bone, FigureBone } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './detail.module.css';
import type { View } from './search.ts';

const loadPower = () => import('./PowerTab.tsx');
const loadEnergy = () => import('./EnergyTab.tsx');
const loadHistory = async () => {
  const [file] = await Promise.all([import('./HistoryTab.tsx'), addTexts(['history', 'list'])]);
  return file;
};
/** With its texts, and those of a list's pages. */
const loadAlerts = async () => {
  const [file] = await Promise.all([import('./AlertsTab.tsx'), addTexts(['alerts', 'list'])]);
  return file;
};

export const PowerTab = lazyPart(() => loadPower().then((file) => ({ default: file.PowerTab })));
export const HistoryTab = lazyPart(() => loadHistory().then((file) => ({ default: file.HistoryTab })));
export const AlertsTab = lazyPart(() => loadAlerts().then((file) => ({ default: file.AlertsTab })));
export const EnergyTab = lazyPart(() => loadEnergy().then((file) => ({ default: file.EnergyTab })));

/** What cannot be loaded now is asked for again, and told, when one goes there. */
export function askForTab(view: View): void {
  const load = { overview: undefined, power: loadPower, energy: loadEnergy, history: loadHistory, alerts: loadAlerts }[
    view
  ];
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
