// Decides whether somebody has set a device's power limit on purpose: by a command or in the settings of the plant.

export interface HeldLimit {
  /** Reported by the device, percent of its rated power. */
  percent: number;
  /** The newest limit that was sent to the device; null: none. */
  sent: { percent: number; byRule: boolean } | null;
  /** Feed-in limit of the plant's settings, W; null: none. */
  feedInLimitW: number | null;
  /** What all devices of the plant may produce under their limits, W. */
  allowedW: number;
}

/** Devices round limits to steps of their own. */
const ROUNDING_PERCENT = 1;

/** Whether a device is limited though nobody wants it. */
export function isUnwanted({ percent, sent, feedInLimitW, allowedW }: HeldLimit): boolean {
  if (percent >= 100 - ROUNDING_PERCENT) return false;
  // A limit that a rule left behind, or that differs from what a person sent last, is not wanted.
  if (sent !== null && !sent.byRule && Math.abs(sent.percent - percent) <= ROUNDING_PERCENT) return false;
  return feedInLimitW === null || allowedW < feedInLimitW;
}
