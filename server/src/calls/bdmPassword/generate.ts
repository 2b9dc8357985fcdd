// bdmPassword/generate: temporary passwords for BDM devices, shown only once; who requested which and why is recorded.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites, editableSites } from '../../access/accessibleSites.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Session } from '../../context.ts';
import { bdmSecretOf } from '../../devices/bdmPassword/bdmSecret.ts';
import { profileOf } from '../../families/families.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const bdmPasswordGenerate: Handler<'bdmPassword/generate'> = async (
  { sn: requested, purpose, minutes },
  caller,
) => {
  const { context, sql, session, at } = caller;
  if (!seesDevices(session)) throw new ApiError('forbidden');
  const secret = await bdmSecretOf(caller);
  if (!secret) throw new ApiError('noBdmSecret');
  const sns = [...new Set(requested)];
  // Counted before the response reveals which numbers are registered.
  await countAttempt(context, 'bdmPasswords', session.userId, sns.length);
  if (session.scope === 'branch') await countAttempt(context, 'bdmPasswordsCompany', session.companyId, sns.length);
  const devices = new Map((await devicesOf(sql, session, sns)).map((device) => [device.sn, device]));
  const seconds = minutes * 60;
  const step = Math.floor(at.getTime() / 1000 / seconds);
  const list = sns.map((sn) => {
    const device = devices.get(sn);
    if (!device) throw new ApiError('serialNumberFailed', { sn });
    if (!device.isChangeable) throw new ApiError('siteReadOnly');
    const derive = profileOf(device.frameProfile).servicePassword;
    if (!derive) throw new ApiError('noBdmPassword', { sn });
    return { sn, password: derive({ secret, sn, seconds, step }) };
  });
  // Devices also accept the previous step, so that no password expires while someone works on the roof.
  const validUntil = new Date((step + 2) * seconds * 1000);
  const lines = sns.map((sn) => ({
    userId: session.userId,
    id: randomUUID(),
    userEmail: session.email,
    aboutSn: sn,
    aboutSid: devices.get(sn)!.sid,
    purpose,
    madeAt: at,
    validUntil,
  }));
  await sql`insert into bdm_passwords ${sql(lines)}`;
  caller.noteAudit({ object: `user ${session.userId}`, after: { sn: sns, purpose, minutes } });
  return { list, validUntilIso: validUntil.toISOString() };
};

interface RequestedDevice {
  sn: string;
  /** Null: belongs to no plant. */
  sid: string | null;
  isChangeable: boolean;
  frameProfile: string | null;
}

/** Devices in plants that the session can access; for administrators also devices of no plant whose product is known. */
async function devicesOf(sql: Transaction, session: Session, sns: readonly string[]): Promise<RequestedDevice[]> {
  const requested = sql`(select unnest(${textArray(sns)}::text::text[]) as sn) g`;
  const rows = await sql<RequestedDevice[]>`
    select d.sn, d.sid, p.frame_profile, ${editableSites(sql, session)} as is_changeable
    from ${requested} join devices d on d.sn = g.sn and d.removed_at is null join sites s on s.sid = d.sid
      join products p on p.id = d.product_id
    where ${accessibleSites(sql, session)}`;
  if (session.scope !== 'all') return rows;
  const inPlants = new Set(rows.map(({ sn }) => sn));
  const unassigned = await sql<RequestedDevice[]>`
    select n.sn, null as sid, p.frame_profile, true as is_changeable
    from ${requested} join serial_numbers n on n.sn = g.sn and n.sid is null join products p on p.id = n.product_id`;
  return [...rows, ...unassigned.filter(({ sn }) => !inPlants.has(sn))];
}
