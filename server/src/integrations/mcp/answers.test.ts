// Powers of a plant in answers of the MCP tools: signed, as no arrow shows their direction.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../test/reportingPlant.ts';
import { plantNow } from './answers.ts';

const { sid, device, tell, asked, clock } = await createReportingPlant();
clock.set('2026-06-15T12:01:00+02:00');

test('returns export to the grid as negative power from it', async () => {
  const { sn } = await device('Meter');
  await tell(sn, 'meter', [['2026-06-15T12:00:00+02:00', { powerW: -1200 }]]);
  expect(plantNow(await asked('site/overview', { sid })).powerW).toMatchObject({ fromGrid: -1200, fromBattery: null });
});
