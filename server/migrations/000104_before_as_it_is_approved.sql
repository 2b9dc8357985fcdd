-- A draft waits for days for its second person: what its device said last is looked up once more when it is approved.
grant update (before) on commands to heliograph_call;
