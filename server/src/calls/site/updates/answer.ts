// site/updates/answer: records the owner's answer to a consent request; a single update is queued or ended by it, and a roll-out is continued by its job.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_POSTPONE_DAYS, type OwnerAnswer } from '@heliograph/contract/firmware.ts';
import { editableSites } from '../../../access/accessibleSites.ts';
import { type LockedSite, lockEditableSite } from '../../../access/lockSite.ts';
import type { Command } from '../../../commands/command.ts';
import { lockCommand, readQueuedAt } from '../../../commands/commandRows.ts';
import { readControlSwitch } from '../../../commands/controlRights.ts';
import { queueEnd } from '../../../commands/enqueueCommand.ts';
import { notifyQueue } from '../../../commands/notifyQueue.ts';
import {
  type ConsentRequest,
  consentDeadline,
  presentConsentRequests,
  questionsOf,
} from '../../../firmware/consent/consentRequests.ts';
import { firmwareOfDevices, publishedFirmware } from '../../../firmware/firmware.ts';
import { rolloutChannel } from '../../../firmware/rollouts/accessibleRollouts.ts';
import { actorOf } from '../../../firmware/rollouts/actor.ts';
import { fitOf } from '../../../firmware/rules/versions.ts';
import { NOTIFY_CHANNEL } from '../../../ingest/notifySites.ts';
import { addDays, dayStartMs, localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteUpdatesAnswer: Handler<'site/updates/answer'> = async ({ sid, id, answer, day }, caller) => {
  const { sql, session, at, noteAudit } = caller;
  // Locks the plant, which serializes concurrent answers.
  const site = await lockEditableSite(sql, session, sid);
  // A program cannot answer for the owner, even with the owner's token.
  if (site.ownerId !== session.userId || session.api !== null) throw new ApiError('ownerAnswersUpdates');
  const [before] = await questionsOf(sql, sid, id);
  if (!before || before.endsAt <= at) throw new ApiError('updateQuestionEnded');
  const isFinal = before.answer === 'yes' || before.answer === 'no';
  if (isFinal && before.answer !== answer) throw new ApiError('updateQuestionAnswered');
  let after = before;
  // Repeating the same answer changes nothing.
  if (!isFinal) {
    if (answer === 'yes' && (await readControlSwitch(sql, sid)).offAt) throw new ApiError('controlIsOff');
    const draft = before.isRollout ? null : await draftOf(sql, before, answer);
    const laterUntil = answer === 'later' ? laterDay(day!, before, site, at) : null;
    const endsAt = laterUntil === null ? before.endsAt : consentDeadline(laterUntil);
    after = { ...before, answer, laterUntil, endsAt, answeredAt: at };
    await sql`
      update update_questions set answer = ${answer}, later_until = ${laterUntil}, ends_at = ${endsAt},
        answered_by = ${session.userId}, answered_at = ${at}
      where sid = ${sid} and id = ${id}`;
    if (draft) await answerUpdate(sql, session.userId, draft, after, at);
    else if (answer !== 'later') await sql`select pg_notify(${NOTIFY_CHANNEL}, ${rolloutChannel(id)})`;
  }
  noteAudit({
    object: sid,
    before: { update: id, answer: before.answer },
    after: { update: id, answer, ...(day === undefined ? {} : { day }) },
  });
  const presentedSite = { sid, ownerId: site.ownerId, timezone: site.timezone, isChangeable: true };
  return { question: (await presentConsentRequests(caller, presentedSite, [after]))[0]! };
};

function laterDay(day: string, { askedAt }: ConsentRequest, { timezone }: LockedSite, at: Date): Date {
  const first = addDays(localDay(at.getTime(), timezone), 1);
  const last = addDays(localDay(askedAt.getTime(), timezone), MAX_POSTPONE_DAYS);
  if (day < first || day > last) throw new ApiError('laterDayOutOfRange', { first, last });
  return new Date(dayStartMs(day, timezone));
}

interface Draft {
  command: Command;
  proceeds: boolean;
}

/** Returns the waiting command and whether it may proceed. Called before any change, as required by a cluster. */
async function draftOf(sql: Transaction, { sid, id }: ConsentRequest, answer: OwnerAnswer): Promise<Draft> {
  const command = await lockCommand(sql, { sid, id });
  if (command?.state !== 'draft' || !command.firmware) throw new ApiError('updateQuestionEnded');
  const { sn, gatewaySn, firmware } = command;
  const proceeds =
    answer === 'yes' &&
    (await requesterMayUpdate(sql, command)) &&
    (await stillFits(sql, { ...firmware, sid, sn, gatewaySn }));
  return { command, proceeds };
}

/** Whether the requester may still update devices of this plant: they may have left, or lost the permission or access to the plant. */
async function requesterMayUpdate(sql: Transaction, { sid, askedBy, companyId }: Command): Promise<boolean> {
  if (askedBy === null || companyId === null) return false;
  const actor = await actorOf(sql, { actsBy: askedBy, actsFor: companyId });
  if (!actor) return false;
  const rows = await sql`select from sites s where s.sid = ${sid} and ${editableSites(sql, actor)}`;
  return rows.length > 0;
}

/** Applies the owner's answer to the command; ends it if the update no longer fits at the time of a yes. */
async function answerUpdate(
  sql: Transaction,
  userId: number,
  { command, proceeds }: Draft,
  { sid, id, answer, endsAt }: ConsentRequest,
  at: Date,
): Promise<void> {
  if (answer === 'later') {
    await sql`update commands set expires_at = ${endsAt} where sid = ${sid} and id = ${id}`;
    return;
  }
  const queuedAt = proceeds ? queueEnd(await readQueuedAt(sql, command), at) : null;
  const reason: CommandEnding | '' = proceeds ? '' : answer === 'yes' ? 'withdrawn' : 'ownerRefused';
  await sql`
    update commands set state = ${proceeds ? 'approved' : 'failed'}, reason = ${reason}, answered_by = ${userId}, answered_at = ${at},
      queued_at = ${queuedAt}, ended_at = ${proceeds ? null : at},
      expires_at = ${proceeds ? new Date(at.getTime() + command.validS * 1000) : command.expiresAt}
    where sid = ${sid} and id = ${id}`;
  await notifyQueue(sql, { sid, sn: command.gatewaySn });
}

/** Whether the firmware is still published, and the device is still attached to the same gateway and runs the same version as when the update was requested. */
async function stillFits(
  sql: Transaction,
  device: { sid: string; sn: string; gatewaySn: string; id: number; before: string },
): Promise<boolean> {
  const { sid, sn, gatewaySn, id, before } = device;
  const firmware = await publishedFirmware(sql, id);
  const [current] = await sql<{ model: number }[]>`
    select p.model from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null and coalesce(nullif(d.gateway_sn, ''), d.sn) = ${gatewaySn}`;
  const installed = (await firmwareOfDevices(sql, [{ sid, sn }])).get(`${sid} ${sn}`);
  if (!firmware || !installed || current?.model !== firmware.model || installed.versionName !== before) return false;
  const fit = fitOf(installed, firmware);
  return fit === 'newer' || fit === 'older';
}
