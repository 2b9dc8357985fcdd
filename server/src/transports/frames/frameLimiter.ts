// Limits the frames that are accepted by source and serial number, so that a flood or forged frames do not lock out real devices.
import type { SourceQuota } from '../../ingest/sources/sourceQuota.ts';
import type { KnownDevice } from '../../installation/knownDevices.ts';
import { createTokenBuckets } from '../../platform/limits/tokenBuckets.ts';

/** A serial number from one source: a device reports once a minute at most, and may send a backlog at once. */
const PER_SN = { burst: 120, perSecond: 1 };
/** A device from a source without a share of its own, such as after a change of its address. */
const OTHER_OF_SN = { burst: 30, perSecond: 1 / 20 };
/** Minimum of each such source, which others cannot use up: a device reports once a minute at most. */
const OWN_OF_OTHER = { burst: 5, perSecond: 1 / 60 };
/** A device from all such sources together, beyond what each of them has of its own. */
const OTHERS_OF_SN = { burst: 120, perSecond: 1 / 2 };
/** Frames of unclaimed serial numbers, by source: enough for a truck of new devices, too few for a flood of invented ones. */
const UNKNOWN_PER_SOURCE = { burst: 2_000, perSecond: 3 };
/** New unclaimed serial numbers, by source. */
const NEW_PER_SOURCE = { burst: 500, perSecond: 1 / 60 };
/** Look-ups for a source beyond these limits: its serial number may be a device that this process has not read yet. */
const LOOKUPS_PER_SOURCE = { burst: 200, perSecond: 20 };
/** All frames of one source: enough for a park behind one router. */
const PER_SOURCE = { burst: 40_000, perSecond: 10_000 };
/** Bodies that are no frames and are stored for inspection, by source. */
const REJECTED_PER_SOURCE = { burst: 20, perSecond: 20 / 60 };

export interface FrameLimiter {
  /** Counts any request of a source. */
  acceptSource(source: string, nowMs: number): boolean;
  acceptDevice(device: KnownDevice, source: string, nowMs: number): boolean;
  /**
   * For a serial number that this process has not read, which may be unclaimed. `lookup`: the source is beyond the limit of
   * unclaimed numbers, but a known device may still report.
   */
  acceptUnread(sn: string, source: string, nowMs: number): 'accept' | 'reject' | 'lookup';
  /** Counts a stored frame of an unclaimed serial number. */
  countUnclaimed(sn: string, source: string, nowMs: number): void;
  /** Whether a body that is no frame is stored. */
  acceptRejectedBody(source: string, nowMs: number): boolean;
}

export function createFrameLimiter(sources: Pick<SourceQuota, 'hasReservedQuota' | 'hadReservedQuota'>): FrameLimiter {
  // Separate, so that a flood of invented serial numbers does not evict the counts of devices.
  const ownSource = createTokenBuckets(PER_SN.burst, PER_SN.perSecond);
  const otherSource = createTokenBuckets(OTHER_OF_SN.burst, OTHER_OF_SN.perSecond);
  const ownOfOther = createTokenBuckets(OWN_OF_OTHER.burst, OWN_OF_OTHER.perSecond);
  const allOtherSources = createTokenBuckets(OTHERS_OF_SN.burst, OTHERS_OF_SN.perSecond);
  const unseen = createTokenBuckets(PER_SN.burst, PER_SN.perSecond);
  const unclaimedFrames = createTokenBuckets(UNKNOWN_PER_SOURCE.burst, UNKNOWN_PER_SOURCE.perSecond);
  const newSerials = createTokenBuckets(NEW_PER_SOURCE.burst, NEW_PER_SOURCE.perSecond);
  const lookups = createTokenBuckets(LOOKUPS_PER_SOURCE.burst, LOOKUPS_PER_SOURCE.perSecond);
  const perSource = createTokenBuckets(PER_SOURCE.burst, PER_SOURCE.perSecond);
  const rejectedBodies = createTokenBuckets(REJECTED_PER_SOURCE.burst, REJECTED_PER_SOURCE.perSecond);
  /** Unclaimed serial numbers that have been counted as new. */
  const unknownSerials = createTokenBuckets(1, 0);

  /** The usual source has a share that no other source can use up. */
  function acceptShare(sn: string, source: string, hasShare: boolean, nowMs: number): boolean {
    if (hasShare) return ownSource.take(`${sn} ${source}`, nowMs);
    const key = `${sn} ${source}`;
    return otherSource.take(key, nowMs) && (ownOfOther.take(key, nowMs) || allOtherSources.take(sn, nowMs));
  }

  return {
    acceptSource: (source, nowMs) => perSource.take(source, nowMs),
    acceptDevice: (device, source, nowMs) =>
      acceptShare(device.sn, source, sources.hasReservedQuota(device, source), nowMs),
    acceptUnread(sn, source, nowMs) {
      // While a device is read again, its other sources get no more than they had before.
      const hadShare = sources.hadReservedQuota(sn, source);
      if (hadShare !== undefined) return acceptShare(sn, source, hadShare, nowMs) ? 'accept' : 'reject';
      const isWithinLimits =
        unclaimedFrames.has(source, nowMs) && (!unknownSerials.has(sn, nowMs) || newSerials.has(source, nowMs));
      if (isWithinLimits) return unseen.take(`${sn} ${source}`, nowMs) ? 'accept' : 'reject';
      return lookups.take(source, nowMs) ? 'lookup' : 'reject';
    },
    countUnclaimed(sn, source, nowMs) {
      unclaimedFrames.take(source, nowMs);
      if (unknownSerials.take(sn, nowMs)) newSerials.take(source, nowMs);
    },
    acceptRejectedBody: (source, nowMs) => rejectedBodies.take(source, nowMs),
  };
}
