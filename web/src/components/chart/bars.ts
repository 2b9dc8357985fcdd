// The part of ECharts that draws bars, loaded by charts with bars.
import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([BarChart]);
