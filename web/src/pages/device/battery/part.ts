// The settings of a battery as a part of its page: loaded with their texts when one goes there, and asked for when their link is pointed at.
import { lazyPart } from '../../../api/loading.ts';
import { addTexts } from '../../../i18n/start.ts';

const load = async () => {
  const [file] = await Promise.all([import('./SettingsTab.tsx'), addTexts(['battery', 'parameters', 'ota'])]);
  return { default: file.SettingsTab };
};

export const BatterySettings = lazyPart(load);

/** What cannot be loaded now is asked for again, and told, when one goes there. */
export const askForSettings = (): void => void load().catch(() => undefined);
