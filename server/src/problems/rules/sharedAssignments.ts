// Shares an assignment among the events of one problem, so that it lasts while any of them does.
import type { Day } from '../../platform/calendar/rules/localDays.ts';

interface AssignableEvent {
  cause: string;
  isLead: boolean;
  assignedTo: number | null;
  dueOn: Day | null;
}

/** Returns the events of a plant; one without an assignment has that of its problem: of the lead, else the earliest due one. */
export function withSharedAssignments<Event extends AssignableEvent>(events: readonly Event[]): Event[] {
  const assigned = events.filter(({ cause, dueOn }) => cause !== '' && dueOn !== null);
  const first = new Map<string, Event>();
  for (const event of assigned.toSorted(compareAssigned)) if (!first.has(event.cause)) first.set(event.cause, event);
  return events.map((event) => {
    const shared = first.get(event.cause);
    return event.dueOn === null && shared ? { ...event, assignedTo: shared.assignedTo, dueOn: shared.dueOn } : event;
  });
}

const compareAssigned = (one: AssignableEvent, other: AssignableEvent): number =>
  Number(other.isLead) - Number(one.isLead) || (one.dueOn! < other.dueOn! ? -1 : one.dueOn! > other.dueOn! ? 1 : 0);
