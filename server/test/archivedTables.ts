// Handling of each table by an account's archive, and of each column of restored tables. wholeArchive.test.ts fails for a table that is missing.

/** Tables that an archive restores unchanged except for these columns; docs/integrate/export.md gives the reasons. */
export const COMES_BACK: Record<string, { not: readonly string[] }> = {
  // Access rights belong to each portal; `hours_from` follows from prices.
  sites: {
    not: [
      ...['company_id', 'owner_id', 'installer_id', 'created_by', 'seen_by', 'version', 'shared_with', 'invited_owner'],
      ...['invited_guests', 'invited_installer', 'owner_named_at', 'hours_from', 'control_off_by', 'ownerless_since'],
      ...['searched', 'name_order', 'battery_owner_off_at', 'battery_owner_off_by'],
    ],
  },
  devices: { not: ['product_id', 'seen_by', 'wifi_version', 'wifi_version_at'] },
  site_prices: { not: [] },
  site_pictures: { not: [] },
  layouts: { not: ['changed_by', 'version'] },
  layout_photos: { not: [] },
  zones: { not: [] },
  module_pages: { not: [] },
  modules: { not: [] },
  meter_settings: { not: [] },
  // `carry` and similar columns are states of the aggregation, which is recomputed, as are the shares of modules.
  device_days: {
    not: ['carry', 'import_wh', 'export_wh', 'charge_wh', 'discharge_wh', 'input_shares', 'shares_basis'],
  },
  events: { not: ['acknowledged_by', 'assigned_to', 'due_on', 'told'] },
  // Requesters and approvers do not exist in the other portal, and no command is in progress. Of firmware only the versions are
  // restored, which the test checks separately: the file belongs to each portal. Nothing waits for a sunrise any more.
  commands: {
    not: [
      'starts_at',
      'setup_id',
      'firmware',
      'asked_by',
      'answered_by',
      'company_id',
      'step',
      'expires_at',
      'tries',
      'tried_at',
      'by_rule',
      'stands_for',
    ],
  },
  report_settings: { not: ['daily_on', 'weekly_on', 'monthly_on', 'alerts_at', 'version'] },
  // The link in mails changes, and recipients who are not users there must confirm first.
  report_recipients: { not: ['secret', 'added_at', 'confirmed_at', 'asked_at', 'stopped_at'] },
};

/** Tables that an archive contains in another form, which a test compares: samples, and rows that are restored differently. */
export const IN_OTHER_WORDS = {
  hot_samples: 'samples',
  sample_blocks: 'samples',
  device_flows: 'days of flows',
  history_removals: 'breaks; the reason goes with what was taken out',
  rollout_devices: 'the wave of an update, among the commands; who was skipped was told nothing',
  list_views: 'views, of lists that the account has none of',
} as const;

/** Tables in account.json that are not restored. */
export const TOLD_ALONE = [
  ...[
    'users',
    'user_pictures',
    'consents',
    'memberships',
    'companies',
    'sessions',
    'sign_in_networks',
    'sign_in_devices',
  ],
  ...['passkeys', 'second_factors', 'channels', 'bdm_passwords', 'company_identities', 'public_links'],
  'join_requests',
];

/** Tables that no archive contains; docs/integrate/export.md gives the reason for each. */
export const LEFT_OUT = [
  // Derived from restored tables.
  ...['site_days', 'site_flows', 'site_live', 'site_day_prices', 'device_live', 'device_flow_spans', 'judged_days'],
  ...[
    'voltage_losses',
    'module_findings',
    'module_months',
    'problems',
    'counted_sites',
    'counted_users',
    'count_marks',
    'fleet_counts',
    'fleet_states',
    'fleet_walks',
  ],
  // Reported again by the devices.
  // A rule commands the devices at the previous portal; the new operator sets one.
  'limit_rules',
  ...['gateways', 'device_sources', 'device_parameters', 'raw_reports', 'damaged_blocks'],
  // Removed by the owner, or in transit.
  ...[
    'removed_samples',
    'removed_days',
    'site_jobs',
    'site_offers',
    'join_questions',
    'claim_requests',
    'ownership_claims',
    'ownership_proofs',
    'ownership_answers',
    'update_questions',
    'mails',
    'incidents',
    'incident_events',
    'incident_notices',
    'found_recipients',
    'deliveries',
    'email_changes',
  ],
  ...[
    'account_archives',
    'account_archive_pieces',
    'user_files',
    'user_file_pieces',
    'change_places',
    'idempotency_keys',
  ],
  // Secrets, and short-lived rows.
  ...[
    'recovery_codes',
    'passkey_challenges',
    'password_resets',
    'sign_up_codes',
    'company_visits',
    'company_invitations',
    'second_factor_resets',
  ],
  ...['company_sign_ins', 'company_domains'],
  // Tables of the portal, not of the account.
  ...['audit_log', 'audit_seals', 'audit_checks', 'left_accounts', 'serial_numbers', 'products', 'product_pictures'],
  ...[
    'documents',
    'document_pieces',
    'document_texts',
    'roles',
    'role_menus',
    'menus',
    'firmware',
    'firmware_pieces',
    'inverter_setups',
    'rollouts',
    'settings',
    'brands',
    'brand_hosts',
    'brand_marks',
    'tries',
    'migrations',
  ],
  ...['mqtt_servers'],
];
