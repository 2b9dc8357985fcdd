// Devices whose frames come from more than one address.
import { expect } from 'vitest';
import { makeDevice, makeSite } from './factories.ts';
import { bdm400, type reportServer } from './reportServer.ts';

export const HOME = '203.0.113.7';
export const ELSEWHERE = '198.51.100.9';

/** Polls until `isThere` holds, because sources are written after the answer. */
export async function noted<T>(look: () => PromiseLike<T>, isThere: (result: T) => boolean): Promise<T> {
  for (;;) {
    const result = await look();
    if (isThere(result)) return result;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function frameSources({ sql, clock, post }: Awaited<ReturnType<typeof reportServer>>) {
  const eventsOf = (sn: string) =>
    sql`select code, opened_at, closed_at, detail from events where sn = ${sn} order by opened_at`;
  const placesOf = (sn: string) =>
    sql<{ usual: string; other: string | null; otherSince: Date | null }[]>`
      select usual, other, other_since from device_sources where sn = ${sn}`;
  const from200 = async (sn: string, from: string) => (await post(bdm400(sn), '/i.php', from)).status === 200;
  /** Posts from 200 addresses at once, which uses up the quota shared by other sources. */
  const forge = (sn: string) =>
    Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post(bdm400(sn, { powerW: 1 }), '/i.php', `2001:db8:${(n + 1).toString(16)}::4`),
      ),
    );
  /** Creates a device that has reported from its usual address. */
  async function reporting(given: Parameters<typeof makeSite>[1] = {}): Promise<{ sid: string; sn: string }> {
    const device = await makeDevice(sql, { sid: await makeSite(sql, given) });
    expect((await post(bdm400(device.sn), '/i.php', HOME)).status).toBe(200);
    await noted(
      async () => {
        const rows = await sql`select usual from device_sources where sn = ${device.sn}`;
        // the notification about the new device may arrive during the lookup; then the device is known from its next frame on
        if (rows.length === 0) await post(bdm400(device.sn), '/i.php', HOME);
        return rows;
      },
      (rows) => rows.length === 1,
    );
    clock.forward(60);
    return device;
  }
  return { eventsOf, placesOf, from200, forge, reporting };
}
