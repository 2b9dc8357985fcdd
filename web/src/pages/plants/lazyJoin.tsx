// The form that asks for a plant by a device, and its dialog, loaded when they are shown.
import { lazyPart } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';

const texts = () => addTexts(['joining', 'scan']);
export const JoinByDevice = lazyPart(async () => (await Promise.all([import('./JoinByDevice.tsx'), texts()]))[0]);
export const JoinDialog = lazyPart(async () => (await Promise.all([import('./JoinDialog.tsx'), texts()]))[0]);
