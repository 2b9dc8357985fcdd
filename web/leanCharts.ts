// Leaves out of the chart library what no chart of ours uses and what it has in each build all the same: its dark theme, the forms of its
// older versions, its Chinese words, its own picture of waiting, tooltips drawn on the canvas, the
// alignment of axes. That is 4 KB of the 350 of a plant's page.
import type { Plugin } from 'vite';

/** What stands in a file's place, by its path in the library. A file that is not there any more stops the build. */
const INSTEAD: Readonly<Record<string, string>> = {
  'theme/dark.js': 'export default {};',
  // Series may be one or many.
  'preprocessor/backwardCompat.js':
    'export default (option) => { if (option.series) option.series = [option.series].flat(); };',
  // Its words are those of English, whatever the browser's language: `start` says so.
  'i18n/langZH.js': 'export default {};',
  'loading/default.js': 'export default () => undefined;',
  'legacy/dataSelectAction.js':
    'export const handleLegacySelectEvents = () => undefined; export const createLegacyDataSelectAction = () => undefined;',
  'component/tooltip/TooltipRichContent.js': 'export default class {}',
  // The ends of several axes are ours.
  'coord/axisAlignTicks.js': 'export const scaleCalcAlign = () => undefined;',
};
const PLACE = /\/node_modules\/echarts\/lib\/(.+)$/;

export function leanCharts(): Plugin {
  const left = new Set(Object.keys(INSTEAD));
  return {
    name: 'lean-charts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const file = PLACE.exec(id)?.[1];
      const code = file && INSTEAD[file];
      if (!code) return undefined;
      left.delete(file);
      return code;
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`The chart library has no ${[...left].join(', ')} any more.`);
    },
  };
}
