// Battery settings as a lazy part of the device page: loaded with their texts when opened, preloaded when their link is hovered.
import { lazyPart } from '../../../api/loading.ts';
import { addTexts } from '../../../i18n/start.ts';

const load = async () => {
  const [file] = await Promise.all([import('./SettingsTab.tsx'), addTexts(['battery', 'parameters', 'ota'])]);
  return { default: file.SettingsTab };
};

export const BatterySettings = lazyPart(load);

/** Preloads the settings; failures are ignored, as opening the tab loads again and reports them. */
export const preloadSettings = (): void => void load().catch(() => undefined);
