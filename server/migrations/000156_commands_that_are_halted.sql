-- An owner who switches control off halts what was sent: it is not sent again, only asked for. What a device that leaves its
-- plant was told ends with it.
grant update (step, tries, tried_at) on commands to heliograph_call;
