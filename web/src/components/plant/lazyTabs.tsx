// Views shared by the pages of a plant, a device and a module: loaded when they are opened, or when their link is hovered.
import { useIsLost } from '../../api/connection.ts';
import { lazyPart } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';
import { Card } from '../../ui/Card.tsx';
import { FigureSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import { loadSetUp } from '../setUp/SetUpPart.tsx';
import classes from './plant.module.css';

const loadHistory = async () => {
  const [file] = await Promise.all([import('./history/HistoryTab.tsx'), addTexts(['history', 'list', 'span'])]);
  return file;
};
const loadAlerts = async () => {
  const [file] = await Promise.all([import('./alerts/AlertsTab.tsx'), addTexts(['alerts', 'list'])]);
  return file;
};

export const HistoryTab = lazyPart(() => loadHistory().then((file) => ({ default: file.HistoryTab })));
/** History of one device, for its page. */
export const Readings = lazyPart(() => loadHistory().then((file) => ({ default: file.Readings })));
export const AlertsTab = lazyPart(() => loadAlerts().then((file) => ({ default: file.AlertsTab })));
/** In the file of the alerts: requests for consent are rare, and a file of their own would be small. */
export const UpdateQuestions = lazyPart(() => loadAlerts().then((file) => ({ default: file.UpdateQuestions })));

/** Loads a view before it is opened; a failure is shown when it is opened. */
export function preloadSharedTab(view: string): void {
  const load = { history: loadHistory, alerts: loadAlerts, setUp: loadSetUp }[view];
  load?.().catch(() => undefined);
}

export function TabSkeleton() {
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
        <FigureSkeleton size="lg" />
        <FigureSkeleton />
      </div>
      <Skeleton height={360} />
    </Card>
  );
}
