// The parts of ECharts that every chart of ours uses, in one file that is loaded only where a chart is shown.
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, TooltipComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer]);

export const start = (place: HTMLElement) => init(place, null, { renderer: 'canvas' });
