-- Whether a company's provider opened it is told to the account itself: what ends sessions asks others for the password.
grant select (signed_in_by) on sessions to heliograph_call;
