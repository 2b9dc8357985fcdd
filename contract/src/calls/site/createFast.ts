// site/createFast
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';
import { deviceToAdd, fields } from '../../entities/site.ts';

/** A new plant: what may be left out gets its default here, so that a change never resets what it does not name. */
export const siteFields = fields.extend({
  stateCode: fields.shape.stateCode.default(''),
  city: fields.shape.city.default(''),
  street: fields.shape.street.default(''),
  zipCode: fields.shape.zipCode.default(''),
  temperatureUnit: fields.shape.temperatureUnit.default('Celsius'),
  feedInPrice: fields.shape.feedInPrice.default(null),
  systemSize: fields.shape.systemSize.default(null),
  controlLimit: fields.shape.controlLimit.default(null),
  commissionDate: fields.shape.commissionDate.default(null),
  pvBrand: fields.shape.pvBrand.default(''),
  pvModel: fields.shape.pvModel.default(''),
  batteryBrand: fields.shape.batteryBrand.default(''),
  batteryModel: fields.shape.batteryModel.default(''),
  remark: fields.shape.remark.default(''),
  pvRemark: fields.shape.pvRemark.default(''),
  batteryRemark: fields.shape.batteryRemark.default(''),
  projectReferenceId: fields.shape.projectReferenceId.default(''),
  userEmail: fields.shape.userEmail.default(''),
  installerEmail: fields.shape.installerEmail.default(''),
  shareWith: fields.shape.shareWith.default([]),
  allowedSources: fields.shape.allowedSources.default([]),
});

export const siteCreateFast = call({
  summary: 'Makes a plant, with its devices when serial numbers are given: all of it or nothing.',
  access: { anyOf: ['SiteCreate'] },
  request: siteFields.extend({ sn: z.array(deviceToAdd).max(500).default([]) }),
  response: z.object({ sid, sn: z.array(z.string()) }),
  refusals: [
    // Sent again with its key, when the plant it made is no longer the caller's to see.
    'noSuchSite',
    'unknownCountry',
    'unknownTimezone',
    'unknownCurrency',
    'noSuchUser',
    'noSuchProduct',
    'serialNumberTaken',
    'serialNumberFailed',
    'serialNumberRepeated',
    'tooManyRequests',
  ],
  changes: true,
});
