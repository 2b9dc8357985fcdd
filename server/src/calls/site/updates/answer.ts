// site/updates/answer: the owner's word; what is a single update goes on with it, or ends, and a roll-out is moved on by whoever runs it.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { MAX_POSTPONE_DAYS, type OwnerAnswer } from '@heliograph/contract/firmware.ts';
import { editableSites } from '../../../access/accessibleSites.ts';
import { type LockedSite, lockEditableSite } from '../../../access/lockSite.ts';
import type { Command } from '../../../commands/command.ts';
import { lockCommand, readQueuedAt } from '../../../commands/commandRows.ts';
import { readControlSwitch } from '../../../commands/controlRights.ts';
import { queueEnd } from '../../../commands/enqueueCommand.ts';
import { notifyQueue } from '../../../commands/notifyQueue.ts';
import {
  answerEnd,
  presentConsentRequests,
  type Question,
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
  // The plant is locked: of two answers at once one comes after the other.
  const site = await lockEditableSite(sql, session, sid);
  // A program is not the owner, whoever made its token.
  if (site.ownerId !== session.userId || session.api !== null) throw new Refusal('ownerAnswersUpdates');
  const [before] = await questionsOf(sql, sid, id);
  if (!before || before.endsAt <= at) throw new Refusal('updateQuestionEnded');
  const isFinal = before.answer === 'yes' || before.answer === 'no';
  if (isFinal && before.answer !== answer) throw new Refusal('updateQuestionAnswered');
  let after = before;
  // The same said twice was said once.
  if (!isFinal) {
    if (answer === 'yes' && (await readControlSwitch(sql, sid)).offAt) throw new Refusal('controlIsOff');
    const draft = before.isRollout ? null : await draftOf(sql, before, answer);
    const laterUntil = answer === 'later' ? laterDay(day!, before, site, at) : null;
    const endsAt = laterUntil === null ? before.endsAt : answerEnd(laterUntil);
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
  const told = { sid, ownerId: site.ownerId, timezone: site.timezone, isChangeable: true };
  return { question: (await presentConsentRequests(caller, told, [after]))[0]! };
};

function laterDay(day: string, { askedAt }: Question, { timezone }: LockedSite, at: Date): Date {
  const first = addDays(localDay(at.getTime(), timezone), 1);
  const last = addDays(localDay(askedAt.getTime(), timezone), MAX_POSTPONE_DAYS);
  if (day < first || day > last) throw new Refusal('laterDayOutOfRange', { first, last });
  return new Date(dayStartMs(day, timezone));
}

interface Draft {
  command: Command;
  isWanted: boolean;
}

/** The command that has waited, and whether it is to go on: asked before anything is changed, as a cluster wants it. */
async function draftOf(sql: Transaction, { sid, id }: Question, answer: OwnerAnswer): Promise<Draft> {
  const command = await lockCommand(sql, { sid, id });
  if (command?.state !== 'draft' || !command.firmware) throw new Refusal('updateQuestionEnded');
  const { sn, gatewaySn, firmware } = command;
  const isWanted =
    answer === 'yes' && (await mayStill(sql, command)) && (await stillFits(sql, { ...firmware, sid, sn, gatewaySn }));
  return { command, isWanted };
}

/** Who asked for it may still update devices of this plant: they may have left since, or lost the button or the plant. */
async function mayStill(sql: Transaction, { sid, askedBy, companyId }: Command): Promise<boolean> {
  if (askedBy === null || companyId === null) return false;
  const actor = await actorOf(sql, { actsBy: askedBy, actsFor: companyId });
  if (!actor) return false;
  const rows = await sql`select from sites s where s.sid = ${sid} and ${editableSites(sql, actor)}`;
  return rows.length > 0;
}

/** What does not fit any more by the time of a yes ends. */
async function answerUpdate(
  sql: Transaction,
  userId: number,
  { command, isWanted }: Draft,
  { sid, id, answer, endsAt }: Question,
  at: Date,
): Promise<void> {
  if (answer === 'later') {
    await sql`update commands set expires_at = ${endsAt} where sid = ${sid} and id = ${id}`;
    return;
  }
  const queuedAt = isWanted ? queueEnd(await readQueuedAt(sql, command), at) : null;
  const reason: CommandEnding | '' = isWanted ? '' : answer === 'yes' ? 'withdrawn' : 'ownerRefused';
  await sql`
    update commands set state = ${isWanted ? 'approved' : 'failed'}, reason = ${reason}, answered_by = ${userId}, answered_at = ${at},
      queued_at = ${queuedAt}, ended_at = ${isWanted ? null : at},
      expires_at = ${isWanted ? new Date(at.getTime() + command.validS * 1000) : command.expiresAt}
    where sid = ${sid} and id = ${id}`;
  await notifyQueue(sql, { sid, sn: command.gatewaySn });
}

/** It is still published, and the device hangs where it hung and runs what it ran when it was asked for. */
async function stillFits(
  sql: Transaction,
  device: { sid: string; sn: string; gatewaySn: string; id: number; before: string },
): Promise<boolean> {
  const { sid, sn, gatewaySn, id, before } = device;
  const firmware = await publishedFirmware(sql, id);
  const [there] = await sql<{ model: number }[]>`
    select p.model from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null and coalesce(nullif(d.gateway_sn, ''), d.sn) = ${gatewaySn}`;
  const runs = (await firmwareOfDevices(sql, [{ sid, sn }])).get(`${sid} ${sn}`);
  if (!firmware || !runs || there?.model !== firmware.model || runs.versionName !== before) return false;
  const fit = fitOf(runs, firmware);
  return fit === 'newer' || fit === 'older';
}
