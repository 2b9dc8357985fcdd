// site/endCare
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';

export const siteEndCare = call({
  summary:
    'Ends the care of a plant without another installer: its installer and their company no longer see it, the plant with its devices and history stays with its owner, who alone can do this.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'ownerUnassignsInstaller', 'noInstallerAssigned'],
  transaction: 'change',
});
