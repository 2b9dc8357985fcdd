// Plant whose modules are judged: two devices with the same orientation and samples of each day.
import type { Sql } from '../src/platform/database/connect.ts';
import { insertSamples } from '../src/samples/samples.ts';
import { makeDevice, makeSite } from './factories.ts';
import { makeDay } from './readings.ts';

/** Creates two devices with four inputs and the same orientation; `day` inserts the watts of each input. */
export async function judgedPlant(sql: Sql, companyId: number) {
  const sid = await makeSite(sql, { companyId, price: 0.3 });
  const devices: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
    await sql`update devices set tilt_deg = 30, azimuth_deg = 180 where sn = ${sn}`;
    devices.push(sn);
  }
  /** `shareOf`: part of the usual power; null: not reported. */
  const day = async (date: string, shareOf: (sn: string, input: number, hour: number) => number | null) => {
    for (const sn of devices) {
      const samples = Array.from({ length: 40 }, (_, n) => {
        const hour = 6 + n / 4;
        const wattsByInput = [1, 2, 3, 4].map((input) => {
          const share = shareOf(sn, input, hour);
          return share === null ? null : 400 * share;
        });
        const isOff = wattsByInput.every((watts) => watts === 0);
        const quantities = Object.fromEntries(
          wattsByInput.flatMap((watts, i) =>
            watts === null
              ? []
              : [
                  [`input${i + 1}PowerW`, watts],
                  [`input${i + 1}VoltageV`, watts > 0 || isOff ? 36 : 11],
                ],
          ),
        );
        const powerW = wattsByInput.reduce<number>((sum, watts) => sum + (watts ?? 0), 0);
        return {
          sid,
          sn,
          atMs: Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000,
          powerW,
          statusBits: 0,
          mode: 6,
          counterWh: null,
          counterDayWh: null,
          counterLifeWh: null,
          imported: false,
          quantities: { powerW, temperatureC: 40, ...quantities },
        };
      });
      await sql.begin(async (tx) => void (await insertSamples(tx, samples)));
      await sql`
        update device_live set quantities = ${JSON.stringify(samples[0]!.quantities)}::text::jsonb, version = version + 1
        where sid = ${sid} and sn = ${sn}`;
      const [existing] = await sql`select from device_days where sn = ${sn} and day = ${date}`;
      if (!existing) await makeDay(sql, { sid, sn, day: date, energyWh: 16_000 });
    }
  };
  const [one, other] = devices as [string, string];
  return { sid, one, other, day };
}
