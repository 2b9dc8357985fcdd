// Tones and vibration of a scanner: a short high tone for a number that was accepted, two low ones for one that was not.
import { KEYS, store, stored } from '../../session/storage.ts';

export type Signal = 'accepted' | 'refused';

const HERTZ: Record<Signal, readonly number[]> = { accepted: [880], refused: [330, 330] };
const VIBRATION_MS: Record<Signal, number[]> = { accepted: [60], refused: [80, 80, 80] };
const TONE_S = 0.1;
const PAUSE_S = 0.08;
const LOUDNESS = 0.2;

let context: AudioContext | undefined;

/** Opens the sound output; to call in the handler of a press, because browsers keep others silent. */
export function openSound(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
}

export const isSoundOn = (): boolean => stored(KEYS.scanSound) !== 'off';
export const storeSoundOn = (isOn: boolean): void => store(KEYS.scanSound, isOn ? null : 'off');

/** Vibrates where the device can, and plays the tones unless the sound is off. */
export function signal(which: Signal): void {
  // Only some browsers have it.
  (navigator as Partial<Navigator>).vibrate?.(VIBRATION_MS[which]);
  if (!context || !isSoundOn()) return;
  for (const [index, hertz] of HERTZ[which].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const startS = context.currentTime + index * (TONE_S + PAUSE_S);
    tone.frequency.value = hertz;
    volume.gain.value = LOUDNESS;
    tone.connect(volume);
    volume.connect(context.destination);
    tone.start(startS);
    tone.stop(startS + TONE_S);
  }
}
