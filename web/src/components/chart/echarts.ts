// The parts of ECharts that every chart uses, in one file that is loaded only where a chart is shown.
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, TooltipComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer]);

/** The library derives the line height from the width of this character. Measuring it makes a browser search its fonts for the glyph. */
const WIDE_CHARACTER = '国';
const DEFAULT_PX = 12;
const context = document.createElement('canvas').getContext('2d')!;
setPlatformAPI({
  measureText(text, font = `${DEFAULT_PX}px sans-serif`) {
    if (text === WIDE_CHARACTER) return { width: Number.parseFloat(/[\d.]+px/.exec(font)?.[0] ?? '') || DEFAULT_PX };
    if (context.font !== font) context.font = font;
    return context.measureText(text);
  },
});

export const start = (container: HTMLElement) => init(container, null, { renderer: 'canvas', locale: 'EN' });
