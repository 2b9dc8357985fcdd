// The form that asks for a plant by a device, loaded when it is shown.
import { lazyPart } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';

export const JoinByDevice = lazyPart(
  async () => (await Promise.all([import('./JoinByDevice.tsx'), addTexts(['joining', 'scan'])]))[0],
);
