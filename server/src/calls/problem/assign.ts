// problem/assign: assigns open problems of a plant to a user until a day, or withdraws that.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Handler } from '../../platform/handler.ts';
import { sendAssignmentMail } from '../../problems/assignmentMail.ts';
import { assignableUsers, assignProblems, requestedProblems } from '../../problems/assignments.ts';

export const problemAssign: Handler<'problem/assign'> = async ({ sid, problems, assigned }, caller) => {
  const { sql, session, noteAudit } = caller;
  const { name: plant } = await lockEditableSite(sql, session, sid);
  // Users who cannot see devices must not learn that one has a problem.
  if (!seesDevices(session)) throw new ApiError('eventNotFound');
  const requested = await requestedProblems(sql, sid, problems);
  const assignee = assigned && (await assignableUsers(caller, sid, { only: assigned.userId })).list[0];
  if (assigned && !assignee) throw new ApiError('assigneeNotFound');
  await assignProblems(sql, sid, { causes: requested.map(({ cause }) => cause), assigned });
  const changed = requested.filter(
    ({ assignedTo, dueOn }) => assignedTo !== (assigned?.userId ?? null) || dueOn !== (assigned?.dueDay ?? null),
  );
  if (assignee && assigned && assignee.userId !== session.userId && changed.length > 0)
    await sendAssignmentMail(caller, { sid, plant, problems: changed, to: assignee.email, dueDay: assigned.dueDay });
  const stateOf = ({ sn, code, startMs, assignedTo, dueOn }: (typeof requested)[number]) => ({
    problem: `${sn} ${code} ${startMs}`,
    userId: assignedTo,
    dueDay: dueOn,
  });
  noteAudit({
    before: { problems: requested.map(stateOf) },
    after: {
      problems: requested.map((one) =>
        stateOf({ ...one, assignedTo: assigned?.userId ?? null, dueOn: assigned?.dueDay ?? null }),
      ),
    },
  });
  return { count: requested.length };
};
