// problem/assignees: users to whom problems of a plant can be assigned, the caller first.
import { accessibleSite } from '../../access/accessibleSite.ts';
import type { Handler } from '../../platform/handler.ts';
import { assignableUsers } from '../../problems/assignments.ts';

export const problemAssignees: Handler<'problem/assignees'> = async ({ sid, filters, page }, caller) => {
  const site = await accessibleSite(caller, sid);
  // A user who can only view the plant assigns nothing.
  if (!site.changeable) return { list: [], total: 0 };
  return await assignableUsers(caller, sid, { ...filters, page });
};
