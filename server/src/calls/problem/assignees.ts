// problem/assignees: users to whom problems of a plant can be assigned, the caller first.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import type { Handler } from '../../platform/handler.ts';
import { assignableUsers } from '../../problems/assignments.ts';

export const problemAssignees: Handler<'problem/assignees'> = async ({ sid, filters, page }, caller) => {
  const site = await accessibleSite(caller, sid);
  if (!site.changeable) throw new ApiError('siteReadOnly');
  return await assignableUsers(caller, sid, { ...filters, page });
};
