// Promise of the part of ECharts that draws bars, loaded with the first chart with bars.
import { untilLoaded } from '../../api/loading.ts';

export const bars = untilLoaded(() => import('./bars.ts'));
bars.catch((error: unknown) => console.error(error));
