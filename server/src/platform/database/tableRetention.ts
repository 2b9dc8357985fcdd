// How long the rows of each table stay and what makes the table grow, for `npm run doctor` and docs/operate/scale.md.

export interface Retention {
  /** `time`: grows every day of a plant, without end. `window`: holds the last days only. `objects`: grows with plants, devices and people. */
  growth: 'time' | 'window' | 'objects';
  /** In English, for operators. */
  until: string;
  tables: readonly string[];
}

const PLANT = 'until the plant is deleted';
const ACCOUNT = 'until the account is deleted';

export const RETENTION: readonly Retention[] = [
  { growth: 'time', until: `${PLANT}, or as KEEP_*_MONTHS says`, tables: ['sample_blocks'] },
  {
    growth: 'time',
    until: PLANT,
    tables: [
      ...['device_days', 'device_flows', 'device_flow_spans', 'site_days', 'site_flows', 'site_day_prices'],
      ...['module_months', 'voltage_losses', 'judged_days', 'events', 'module_findings', 'commands', 'damaged_blocks'],
    ],
  },
  { growth: 'time', until: 'forever', tables: ['audit_log', 'audit_seals'] },
  { growth: 'time', until: 'forever, one row for each deleted account', tables: ['left_accounts'] },
  { growth: 'window', until: 'some hours after the end of their day, then packed', tables: ['hot_samples'] },
  { growth: 'window', until: '30 days', tables: ['raw_reports', 'deliveries', 'claim_requests'] },
  { growth: 'window', until: '30 days after a history was deleted', tables: ['removed_days', 'removed_samples'] },
  { growth: 'window', until: '90 days', tables: ['mails', 'sign_in_networks'] },
  { growth: 'window', until: '90 days after the end', tables: ['incidents', 'incident_events', 'incident_notices'] },
  {
    growth: 'window',
    until: '90 days after the decision',
    tables: ['ownership_claims', 'ownership_proofs', 'ownership_answers'],
  },
  { growth: 'window', until: '24 hours', tables: ['idempotency_keys'] },
  {
    growth: 'window',
    until: 'until they expire',
    tables: [
      ...['sessions', 'sign_in_devices', 'tries', 'passkey_challenges', 'company_visits', 'password_resets'],
      ...['email_changes', 'sign_up_codes', 'company_invitations', 'second_factor_resets', 'site_offers'],
      ...['join_requests', 'join_questions', 'public_links', 'update_questions'],
      ...['account_archives', 'account_archive_pieces', 'user_files', 'user_file_pieces'],
    ],
  },
  { growth: 'window', until: 'until their work is done', tables: ['site_jobs', 'found_recipients'] },
  {
    growth: 'objects',
    until: PLANT,
    tables: [
      ...['sites', 'site_live', 'site_pictures', 'site_prices', 'devices', 'device_live', 'device_parameters'],
      ...['device_sources', 'inverter_setups', 'limit_rules', 'meter_settings', 'modules', 'module_pages', 'layouts'],
      ...['layout_photos', 'zones', 'problems', 'history_removals', 'report_settings', 'report_recipients'],
      ...['counted_sites', 'change_places'],
    ],
  },
  {
    growth: 'objects',
    until: 'until the number is deleted, 30 days if it is of no plant',
    tables: ['serial_numbers', 'gateways'],
  },
  {
    growth: 'objects',
    until: ACCOUNT,
    tables: [
      ...['users', 'user_pictures', 'memberships', 'consents', 'counted_users', 'list_views', 'channels'],
      ...['passkeys', 'second_factors', 'recovery_codes', 'company_identities', 'bdm_passwords'],
    ],
  },
  {
    growth: 'objects',
    until: 'until a person deletes them',
    tables: [
      ...['companies', 'company_domains', 'company_sign_ins', 'roles', 'role_menus', 'menus', 'brands', 'brand_hosts'],
      ...['brand_marks', 'products', 'product_pictures', 'documents', 'document_pieces', 'document_texts'],
      ...['firmware', 'firmware_pieces', 'rollouts', 'rollout_devices'],
    ],
  },
  {
    growth: 'objects',
    until: 'a few rows, forever',
    tables: [
      ...['settings', 'migrations', 'audit_checks', 'mqtt_servers', 'count_marks', 'fleet_counts', 'fleet_states'],
      'fleet_walks',
    ],
  },
];

/** Returns the retention of a table; undefined for a table that nobody described, and those of the job queue. */
export const retentionOf = (table: string): Retention | undefined =>
  RETENTION.find(({ tables }) => tables.includes(table));
