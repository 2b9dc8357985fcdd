// site/layoutInfo: zones with the cells of modules, all modules with their current power, energy and problems, and the background photo; or a layout proposed by the portal.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import { siteModuleEnergy } from '../../energy/modules/siteModuleEnergy.ts';
import { moduleSerial } from '../../installation/rules/orientation.ts';
import { alertTexts } from '../../live/rowTexts.ts';
import { photoPath } from '../../plants/pictures/photoPath.ts';
import { pictureUrl } from '../../plants/pictures/pictureUrl.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { openProblemsOfModules } from '../../problems/modules/problemsOnRoof.ts';
import { openProblems } from '../../problems/openProblems.ts';
import { readLayout, readZones } from '../../roof/layout.ts';
import { moduleNow } from '../../roof/moduleNow.ts';
import { siteModules } from '../../roof/modulesNow.ts';
import { arrange } from '../../roof/rules/arrange.ts';
import { problemsByModule } from '../../roof/rules/problemOfModule.ts';

export const siteLayoutInfo: Handler<'site/layoutInfo'> = async (
  { sid, arranged = false },
  { context, sql, session, language, portal, at },
) => {
  const site = await accessibleSite({ sql, session, at }, sid);
  const { modules, rows, scaleW } = await siteModules(sql, sid, at);
  const devices = [...new Set(modules.map(({ device }) => device))];
  const [layout, zones, energyOf, problems] = await Promise.all([
    readLayout(sql, sid),
    readZones(sql, sid, rows),
    siteModuleEnergy(sql, site, devices, at),
    openProblems(sql, sid, { language }),
  ]);
  const problemsOf = problemsByModule(openProblemsOfModules(problems));
  const { version, changedAt, changedBy, scale, photo } = layout;
  // A layout emptied on purpose stays empty until a proposal is requested.
  const isProposal = (arranged || version === 0) && modules.length > 0;
  const { publicUrl } = await brandOfRequest(sql, context.config, portal);
  const background = photo && { ...photo, path: photoPath(sid, photo.name) };
  return {
    sid,
    siteName: site.name,
    layoutPic: background ? pictureUrl(publicUrl, background.path) : '',
    layoutScale: scale,
    photo: background,
    version,
    changedBy,
    changedIso: isoOf(changedAt, site.timezone),
    changeable: site.changeable && session.permissions.has('SiteUpdate'),
    isProposal,
    zones: isProposal
      ? arrange(modules.map(({ device, input, facts }) => ({ ...facts, sn: device.sn, input })))
      : zones,
    modules: modules.map(({ device, input, facts: { label, tilt, azimuth, orientation } }) => {
      const { alertCode, alertTitle } = alertTexts(device, language);
      const energy = energyOf(device.sn, input);
      return {
        sn: device.sn,
        input,
        plcSN: moduleSerial(device.sn, input),
        label,
        alias: device.alias,
        tilt,
        azimuth,
        orientation,
        now: moduleNow(device, input, at).now,
        todayKwh: kWhOf(energy.todayWh),
        monthKwh: kWhOf(energy.monthWh),
        lifetimeKwh: kWhOf(energy.lifetimeWh),
        undividedKwh: kWhOf(energy.undividedWh),
        fault: alertCode === '0000' ? '' : alertTitle,
        problems: problemsOf(device.sn, input).map(({ code, title, level, sinceIso }) => ({
          code,
          title,
          level,
          sinceIso,
        })),
      };
    }),
    scaleW,
    isDark: sunPosition(at.getTime(), site.latitude, site.longitude).elevationDeg <= 0,
  };
};
