// Colours of firmware states; re-exports the texts of updates.
import type { FIRMWARE_STATES } from '@heliograph/contract/firmware.ts';
import type { Tone } from '../../../ui/StatusDot.tsx';

export const STATE_TONES: Record<(typeof FIRMWARE_STATES)[number], Tone> = {
  uploading: 'warning',
  draft: 'offline',
  published: 'ok',
};

export { reasonText, STEP_TONES } from '../../../components/firmwareWords.ts';
