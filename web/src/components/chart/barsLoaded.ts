// The part of ECharts that draws bars, asked for by the first chart that has some.
import { untilLoaded } from '../../api/loading.ts';

export const bars = untilLoaded(() => import('./bars.ts'));
bars.catch((error: unknown) => console.error(error));
