// The parts of ECharts that every chart of ours uses, in one file that is loaded only where a chart is shown.
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, TooltipComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer]);

/** By its width the library tells how high a line is. To measure it, a browser looks through its fonts for one that has it. */
const WIDE_SIGN = '国';
const DEFAULT_PX = 12;
const paint = document.createElement('canvas').getContext('2d')!;
setPlatformAPI({
  measureText(text, font = `${DEFAULT_PX}px sans-serif`) {
    if (text === WIDE_SIGN) return { width: Number.parseFloat(/[\d.]+px/.exec(font)?.[0] ?? '') || DEFAULT_PX };
    if (paint.font !== font) paint.font = font;
    return paint.measureText(text);
  },
});

export const start = (place: HTMLElement) => init(place, null, { renderer: 'canvas', locale: 'EN' });
