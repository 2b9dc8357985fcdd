-- Whoever looked after a plant, and its owner, are told that the care has ended.
alter table mails drop constraint mails_purpose_check,
  add constraint mails_purpose_check
    check (purpose in ('daily', 'weekly', 'monthly', 'alerts', 'confirm', 'invitation', 'offer', 'offerAnswered', 'careEnded'));
