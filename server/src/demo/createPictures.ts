// Pictures of two thirds of the demonstration's plants, drawn with their number of modules.
import { randomBytes } from 'node:crypto';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { hash } from '@heliograph/simulator/random.ts';
import type { Context } from '../context.ts';
import { writeFirstPicture } from '../plants/pictures/sitePictures.ts';
import { drawPlant, PICTURE } from './drawPlant.ts';
import { makeOnce } from './makeOnce.ts';

/** The plants of the one-click owner. */
const ALWAYS = ['seeblick', 'birkenhof'];

const isPictured = ({ key }: Pick<FleetSite, 'key'>): boolean => ALWAYS.includes(key) || hash(key, 'picture') % 3 > 0;

const modulesOf = ({ devices, gateways }: FleetSite): number => {
  const inputs = devices.flatMap((device) => device.inputs).filter((input) => input !== null).length;
  const strings = gateways
    .flatMap(({ machines }) => machines)
    .flatMap((machine) => machine.inputs)
    .reduce((sum, { inSeries, strings: count }) => sum + inSeries * count, 0);
  return inputs + strings;
};

/** `sids`: by the simulator's plant key. */
export async function createPictures(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  sites: readonly FleetSite[],
  sids: Readonly<Record<string, string>>,
): Promise<void> {
  await makeOnce(sql, 'pictures', async (tx) => {
    const { default: sharp } = await import('sharp');
    for (const site of sites) {
      const sid = sids[site.key];
      const modules = modulesOf(site);
      if (sid === undefined || modules === 0 || !isPictured(site)) continue;
      const svg = Buffer.from(drawPlant({ key: site.key, modules }));
      const bytes = await sharp(svg).webp({ quality: 80 }).toBuffer();
      await tx`
        insert into site_pictures (sid, name, width, height, bytes, created_at)
        select sid, ${randomBytes(16).toString('base64url')}, ${PICTURE.width}, ${PICTURE.height}, ${bytes}, ${clock.now()}
        from sites where sid = ${sid}`;
      await writeFirstPicture(tx, sid);
    }
  });
}
