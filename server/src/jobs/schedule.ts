// The table of timed jobs: interval, whether one server at a time runs it, and what it runs.

import { anonymizeAuditLog } from '../accounts/deletion/anonymizeAuditLog.ts';
import { redrawPictures } from '../accounts/redrawPictures.ts';
import { checkAuditLog, sealAndVerifyAuditLog } from '../audit/sealAndVerify.ts';
import { checkBackups } from '../backups/checkBackups.ts';
import { settleClaimRequests } from '../claiming/announcements/settleClaimRequests.ts';
import { releaseWithheld } from '../claiming/releaseWithheld.ts';
import { compactLimitHistory } from '../commands/limitRules/compactHistory.ts';
import { enforceLimits } from '../commands/limitRules/enforce.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { findDayPeaks } from '../energy/days/dayPeaks.ts';
import { storeExpectedWeeks } from '../energy/expected/lastWeek.ts';
import { shareDays } from '../energy/modules/shareDays.ts';
import { requestConsent } from '../firmware/consent/requestConsent.ts';
import { runRollouts } from '../firmware/rollouts/runRollouts.ts';
import { rollupCounts } from '../fleet/rollupCounts.ts';
import { closeGoneSources } from '../ingest/sources/sourceRows.ts';
import { findReplayable } from '../ingest/unclaimed/replayReports.ts';
import { askHolders } from '../notifications/contestedMails.ts';
import { writeSummaries } from '../notifications/dailySummaries.ts';
import { detectNotifications } from '../notifications/detectNotifications.ts';
import { writeWaitingMails } from '../notifications/ownershipMails.ts';
import { writeProblemDigests } from '../notifications/problemDigests.ts';
import { writeStockMails } from '../notifications/requestMails.ts';
import { sendDeliveries } from '../notifications/sendDeliveries.ts';
import { sendMails } from '../notifications/sendMails.ts';
import { forwardJoinRequests } from '../plants/joining/forwardJoinRequests.ts';
import type { DatabaseClock } from '../platform/clock.ts';
import { storeDatabaseSize } from '../platform/database/databaseSizes.ts';
import { watchCertificate } from '../platform/outbound/certificateCheck.ts';
import { writeAlertMails } from '../problems/alertMails.ts';
import { detectOfflineDevices } from '../problems/deviceEvents/offlineDetection.ts';
import { sendFindingMails } from '../problems/findingMails.ts';
import { updatePowerLimitProblems } from '../problems/limits/updatePowerLimitProblems.ts';
import { updateVoltageProblems } from '../problems/limits/updateVoltageProblems.ts';
import { judgeModules } from '../problems/modules/judgeModules.ts';
import { updateSetUpProblems } from '../problems/setUp/updateSetUpProblems.ts';
import { valueProblems } from '../problems/valueProblems.ts';
import { writeReportMails } from '../reports/reportMails.ts';
import { dropExpired } from '../samples/retention.ts';
import { closeResolvedDuplicates } from '../transports/mqtt/duplicateClientId.ts';
import { compactDays } from './compactDays.ts';
import { expireCommands } from './expireCommands.ts';
import { expireData } from './expireData.ts';
import { makeArchives } from './makeArchives.ts';

export interface TimedJob {
  everyS: number;
  /**
   * One server at a time; when it freezes, another one takes over after missed heartbeats. Two may overlap for a moment, so
   * each job guards what it writes with row locks.
   */
  isExclusive: boolean;
  /** Runs the job; ends soon after the signal, and the next run continues. */
  run(context: Context, signal: AbortSignal): Promise<unknown>;
}

export const timedJobs = {
  silence: { everyS: 30, isExclusive: true, run: detectOfflineDevices },
  setUpFindings: { everyS: 300, isExclusive: true, run: updateSetUpProblems },
  gridVoltage: { everyS: 300, isExclusive: true, run: updateVoltageProblems },
  powerLimits: { everyS: 300, isExclusive: true, run: updatePowerLimitProblems },
  problemCosts: { everyS: 60, isExclusive: true, run: valueProblems },
  expectedWeeks: { everyS: 300, isExclusive: true, run: storeExpectedWeeks },
  keptFrames: { everyS: 30, isExclusive: true, run: findReplayable },
  claimRequests: { everyS: 60, isExclusive: true, run: settleClaimRequests },
  withheldReports: { everyS: 60, isExclusive: true, run: releaseWithheld },
  waitingClaims: { everyS: 600, isExclusive: true, run: writeWaitingMails },
  contestedNumbers: { everyS: 60, isExclusive: true, run: askHolders },
  stockRequests: { everyS: 600, isExclusive: true, run: writeStockMails },
  sources: { everyS: 60, isExclusive: true, run: closeGoneSources },
  twins: { everyS: 60, isExclusive: true, run: closeResolvedDuplicates },
  sweep: { everyS: 600, isExclusive: true, run: (context) => expireData(context) },
  reportMails: { everyS: 60, isExclusive: true, run: writeReportMails },
  alertMails: { everyS: 60, isExclusive: true, run: writeAlertMails },
  foundMails: { everyS: 300, isExclusive: true, run: sendFindingMails },
  mails: { everyS: 10, isExclusive: true, run: sendMails },
  news: { everyS: 5, isExclusive: true, run: detectNotifications },
  problemDigests: { everyS: 60, isExclusive: true, run: writeProblemDigests },
  summaries: { everyS: 60, isExclusive: true, run: writeSummaries },
  deliveries: { everyS: 2, isExclusive: true, run: sendDeliveries },
  dayPeaks: { everyS: 300, isExclusive: true, run: findDayPeaks },
  moduleShares: { everyS: 300, isExclusive: true, run: shareDays },
  moduleFaults: { everyS: 300, isExclusive: true, run: judgeModules },
  commands: { everyS: 5, isExclusive: true, run: expireCommands },
  limits: { everyS: 5, isExclusive: true, run: enforceLimits },
  oldLimits: { everyS: 600, isExclusive: true, run: compactLimitHistory },
  owners: { everyS: 10, isExclusive: true, run: requestConsent },
  joinRequests: { everyS: 10, isExclusive: true, run: forwardJoinRequests },
  rollouts: { everyS: 5, isExclusive: true, run: runRollouts },
  auditSeals: { everyS: 2, isExclusive: true, run: sealAndVerifyAuditLog },
  auditCheck: { everyS: 600, isExclusive: true, run: checkAuditLog },
  fleet: { everyS: 5, isExclusive: true, run: rollupCounts },
  leftAccounts: { everyS: 60, isExclusive: true, run: anonymizeAuditLog },
  oldPictures: { everyS: 3600, isExclusive: true, run: redrawPictures },
  archives: { everyS: 5, isExclusive: true, run: makeArchives },
  databaseSize: { everyS: 3600, isExclusive: true, run: storeDatabaseSize },
  sealing: {
    everyS: 600,
    isExclusive: true,
    async run(context, signal) {
      await compactDays(context, () => signal.aborted);
      if (!signal.aborted) await dropExpired(context, () => signal.aborted);
    },
  },
} satisfies Record<string, TimedJob>;

/** Timed job by which each server measures its own clock. */
export const clockJob = (clock: DatabaseClock) =>
  ({ clock: { everyS: 15, isExclusive: false, run: () => clock.measure() } }) satisfies Record<string, TimedJob>;

/** Timed job by which each server that has the folder of backups checks the newest one. */
export const backupJob = ({ backupDir }: Config): Record<string, TimedJob> =>
  backupDir === undefined ? {} : { backups: { everyS: 3600, isExclusive: false, run: checkBackups } };

/** Timed job by which each server checks the certificate that browsers get, in production behind https. */
export const certificateJob = (config: Config): Record<string, TimedJob> =>
  config.production && config.publicUrl.startsWith('https:')
    ? { certificate: { everyS: 3600, isExclusive: false, run: watchCertificate(config) } }
    : {};
