// Serial numbers of the fleet: eight upper-case hex digits, unique, and determined by seed and place.
import { hash } from './random.ts';

export function serialNumber(seed: number, key: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const sn = ((hash(seed, key, attempt) | 0x1000_0000) >>> 0).toString(16).toUpperCase();
    if (taken.has(sn)) continue;
    taken.add(sn);
    return sn;
  }
}
