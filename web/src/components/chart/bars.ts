// The part of ECharts that draws bars, loaded where a chart has some.
import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([BarChart]);
