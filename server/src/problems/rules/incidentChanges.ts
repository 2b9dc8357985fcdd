// Assigns the open events of a plant to incidents: one cause from its beginning to its end.

export interface IncidentMember {
  /** Serial number, code and beginning of the event. */
  key: string;
  sn: string;
  code: string;
  /** Number of the module; null: the whole device. */
  input: string | null;
}

export interface OpenMember extends IncidentMember {
  /** '': no problem of its own now, as its device is silent; it remains in its incident. */
  cause: string;
}

export interface KnownIncident {
  id: string;
  /** When it was detected. */
  detectedMs: number;
  isEnded: boolean;
  members: readonly IncidentMember[];
}

export interface IncidentChanges {
  /** Incident of each open event with a cause, by key. */
  assigned: ReadonlyMap<string, string>;
  /** Incidents that have become part of another one. */
  merged: ReadonlyMap<string, string>;
  /** Incidents without an open event. */
  ended: readonly string[];
}

/** The same module may first produce too little, then nothing. */
const MODULE_CODES: readonly string[] = ['weakModule', 'deadModule'];
const placeOf = ({ sn, code, input }: IncidentMember): string =>
  `${sn} ${input ?? ''} ${MODULE_CODES.includes(code) ? 'module' : code}`;

/** What has the same cause but is detected later is another incident: a cause that spreads for weeks is not one notice. */
const JOIN_MS = 86_400_000;

/**
 * Events with one cause that are detected within a day are one incident. An event stays in its incident when its cause
 * changes. A new event of the same device or module continues an incident that would end now: its beginning was
 * corrected, or a weak module is dead.
 */
export function incidentChanges(
  open: readonly OpenMember[],
  known: readonly KnownIncident[],
  { nowMs, newId }: { nowMs: number; newId: () => string },
): IncidentChanges {
  const idOf = new Map(known.flatMap(({ id, members }) => members.map(({ key }) => [key, id] as const)));
  const present = new Set(open.map(({ key }) => key));
  const ending = known.filter(({ isEnded, members }) => !isEnded && !members.some(({ key }) => present.has(key)));
  const endingAt = new Map(
    ending.flatMap(({ id, members }) => members.map((member) => [placeOf(member), id] as const)),
  );
  const merged = new Map<string, string>();
  const rootOf = (id: string): string => {
    const next = merged.get(id);
    return next === undefined ? id : rootOf(next);
  };
  const detected = new Map(known.map(({ id, detectedMs }) => [id, detectedMs]));
  const detectedAt = (id: string): number => detected.get(id) ?? nowMs;
  const compareAge = (one: string, other: string): number =>
    detectedAt(one) - detectedAt(other) || (one < other ? -1 : 1);
  const assigned = new Map<string, string>();
  const problems = open.filter(({ cause }) => cause !== '');
  for (const members of Map.groupBy(problems, ({ cause }) => cause).values()) {
    const before = (member: OpenMember) => idOf.get(member.key) ?? endingAt.get(placeOf(member));
    const ids = new Set(members.flatMap((member) => before(member) ?? []).map(rootOf));
    const recent = [...ids].filter((id) => nowMs - detectedAt(id) < JOIN_MS).toSorted(compareAge);
    for (const id of recent.slice(1)) merged.set(id, recent[0]!);
    let joined = recent[0];
    for (const member of members) {
      const id = before(member);
      joined = id === undefined ? (joined ?? newId()) : joined;
      assigned.set(member.key, id ?? joined!);
    }
  }
  for (const [key, id] of assigned) assigned.set(key, rootOf(id));
  const continued = new Set(assigned.values());
  return {
    assigned,
    merged: new Map([...merged.keys()].map((id) => [id, rootOf(id)])),
    ended: ending.flatMap(({ id }) => (continued.has(id) || merged.has(id) ? [] : [id])),
  };
}
