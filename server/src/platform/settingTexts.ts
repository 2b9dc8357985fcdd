// Texts for operators about each setting of config.ts: scripts/settingsPage.ts writes docs/operate/settings.md and .env.example from them.
import type { SettingName } from '../config.ts';

export const SETTING_GROUPS = [
  'Portal',
  'Database and data',
  'Devices',
  'Mail',
  'Accounts and security',
  'Outside services',
  'Logging',
  'Retention',
] as const;

export interface SettingText {
  group: (typeof SETTING_GROUPS)[number];
  /** Plain sentences without markup. */
  description: string;
  /** Meaning of an empty value, if the schema has no default. */
  unset?: string;
  /** Restriction or requirement in production, in addition to TLS (platform/outbound/insecureConnections.ts). */
  production?: string;
}

/** Texts in the order of the page. Paths are relative to the project's root. */
export const settingTexts: Record<SettingName, SettingText> = {
  HOST: {
    group: 'Portal',
    description: 'IP address on which all ports are opened.',
    unset: '127.0.0.1, which only this machine reaches; in production 0.0.0.0, all IPv4 addresses',
  },
  PORT: { group: 'Portal', description: 'HTTP port of the portal and its API.' },
  PUBLIC_URL: {
    group: 'Portal',
    description:
      'URL at which browsers reach the portal. With https, every answer carries an HSTS header that includes subdomains, so give the portal a dedicated host name. In production the server also checks the certificate at this URL every hour. It logs a warning when browsers would reject it or it expires within 14 days.',
    unset: 'http://localhost:PORT',
  },
  TRUST_PROXY: {
    group: 'Portal',
    description:
      'IP addresses or networks of reverse proxies whose X-Forwarded-For header the server trusts. See docs/operate/tls.md.',
    unset: 'no proxy is trusted',
  },
  API_BASE: {
    group: 'Portal',
    description:
      'Base URL for API calls if another host answers them. List this portal in PORTAL_ORIGINS of that server.',
    unset: 'the host that served the page',
  },
  PORTAL_ORIGINS: {
    group: 'Portal',
    description: 'Portals on other hosts that may call this server from a browser.',
    unset: 'none',
  },
  ANDROID_APPS: {
    group: 'Portal',
    description:
      'Android apps that may show the pages of a host without an address bar: host, package and the SHA-256 fingerprint of the certificate that signs it. See docs/operate/android.md.',
    unset: 'none',
  },
  BRAND: {
    group: 'Portal',
    description: 'Brand of pages under a host name of no brand, and of the first company. See docs/operate/brands.md.',
  },
  MAINTENANCE: {
    group: 'Portal',
    description: 'Shows a maintenance notice and rejects API calls with status 503. Device data is still stored.',
  },
  DEMO: {
    group: 'Portal',
    description:
      'Simulated demo fleet with demo accounts. It starts only in a database without users, or one that already holds it. When it is off, the demo accounts are suspended.',
    unset: 'on with the embedded database, off with DATABASE_URL and in production',
    production: 'Must not be on.',
  },
  DATABASE_URL: {
    group: 'Database and data',
    description:
      'PostgreSQL 15 or newer, encoded in UTF-8. The role must own the database, be a member of heliograph_call and must not be a superuser; docs/operate/install.md has the SQL. For TLS add ?sslmode=verify-full, and sslrootcert=FILE for an authority of your own. Of several hosts, the first that takes writes is used: postgres://user:password@h1:5432,h2:5432/heliograph',
    unset: 'embedded PostgreSQL in DATA_DIR',
    production: 'Required.',
  },
  DATA_DIR: {
    group: 'Database and data',
    description:
      'Folder of the embedded database and of the demo. A relative path is taken from the project folder. Production stores everything in DATABASE_URL and does not use this folder.',
    unset:
      'data/ in the project folder; for root, whose embedded database runs as the user nobody, a folder under /var/lib/heliograph/',
  },
  BACKUP_DIR: {
    group: 'Database and data',
    description:
      'Where `npm run backup` writes backups. The server reads the newest one every night and shows administrators when it is missing, old or damaged. See docs/operate/backup.md.',
    unset: 'backups are not checked',
  },
  DEVICE_PORT: {
    group: 'Devices',
    description:
      'Extra HTTP port that accepts only device frames (POST to /i.php and /t.php). Use 80 for devices in the field. It must differ from PORT, which accepts these frames too.',
    unset: 'no extra port',
  },
  MQTT_PORT: {
    group: 'Devices',
    description: 'Port for devices that report over MQTT without TLS. See docs/operate/mqtt.md.',
    unset: 'no port; the demo uses 1883, or a free port if 1883 is taken',
  },
  MQTT_TLS_PORT: {
    group: 'Devices',
    description: 'Port for devices that report over MQTT with TLS 1.2 or newer. Needs MQTT_TLS_CERT and MQTT_TLS_KEY.',
    unset: 'no port',
  },
  MQTT_TLS_CERT: {
    group: 'Devices',
    description: 'PEM file with the certificate chain for MQTT_TLS_PORT. A renewed file is loaded within a minute.',
  },
  MQTT_TLS_KEY: {
    group: 'Devices',
    description: 'PEM file with the private key for MQTT_TLS_CERT.',
  },
  MQTT_URL: {
    group: 'Devices',
    description:
      'External MQTT broker that devices connect to, with the account for Heliograph. See docs/operate/mqtt.md.',
    unset: 'no external broker',
  },
  BDM_PASSWORD_SECRETS: {
    group: 'Devices',
    description:
      'Secrets from which service passwords of BDM devices are derived, one per brand. Anyone who has a secret can open every device of that brand. Create one with: openssl rand -hex 32. See docs/devices/bdm-password.md.',
    unset: 'no service passwords. A demo makes its own secrets, from the file bdm-password-key of DATA_DIR',
  },
  FIRMWARE_KEYS: {
    group: 'Devices',
    description:
      'Ed25519 public keys of the makers whose firmware you accept. Print one with: openssl pkey -in maker.pem -pubout -outform DER | tail -c 32 | xxd -p -c 32. See docs/devices/firmware.md.',
    unset:
      'no firmware can be uploaded. A demo accepts that of its own maker, whose private key is in the file firmware-key of DATA_DIR',
  },
  SMTP_URL: {
    group: 'Mail',
    description:
      'Mail server for reports, alerts, password links and registration codes. smtps:// with port 465 uses TLS from the start; smtp:// with port 587 switches to TLS if the server offers it, or always with ?requireTLS=true. Needs MAIL_FROM.',
    unset:
      'no mail is sent and nobody can register. A demo stores its mails in the folder mails of DATA_DIR and shows them at /dev/mail',
  },
  MAIL_FROM: { group: 'Mail', description: 'Sender address of all mail. Needs SMTP_URL.' },
  ADMIN_EMAIL: {
    group: 'Accounts and security',
    description:
      'Creates the first administrator at start, unless one exists; demo accounts do not count. Needs ADMIN_PASSWORD.',
    unset: 'each start prints a new one-time set-up link until the first user exists',
  },
  ADMIN_PASSWORD: {
    group: 'Accounts and security',
    description:
      'Password of the first administrator. The 10,000 most common passwords, the e-mail address (or its part before the @) and the name of the portal are refused.',
  },
  SECOND_FACTOR_KEY: {
    group: 'Accounts and security',
    description:
      'Key that encrypts the secrets of authenticator apps and of company sign-in (docs/integrate/openid.md). Create it with: openssl rand -hex 32. Store it with your backups: without it, no authenticator code works and only recovery codes and passkeys remain.',
    unset:
      'no authenticator apps and no company sign-in; passkeys work. A demo makes its own key at first start, in the file second-factor-key of DATA_DIR',
  },
  STOLEN_PASSWORDS: {
    group: 'Accounts and security',
    description:
      'Source of leaked passwords, which nobody may choose. Use a file of sorted SHA-1 hashes (one HASH:COUNT per line, about 40 GB, from the downloader of haveibeenpwned.com) or an https service that answers ranges of hashes. The service receives the first five of 40 digits of the hash and no user data.',
    unset: 'only the 10,000 most common passwords are refused',
  },
  PUSH_KEY: {
    group: 'Accounts and security',
    description:
      'VAPID private key for web push notifications. Create it with: openssl rand -hex 32. If you change it, users have to add their browsers again.',
    unset: 'no browser notifications',
  },
  OUTSIDE_HOSTS: {
    group: 'Accounts and security',
    description:
      'Host names that users may enter for webhooks, web push and company sign-in. A leading dot allows all subdomains.',
    unset: 'any public host; private networks are always refused',
  },
  ALLOW_PRIVATE_TARGETS: {
    group: 'Accounts and security',
    description:
      'Hosts in your own network that webhooks and company sign-in may contact, by https; 127.0.0.1 also by http. Every user who can add a webhook can then send requests to them.',
    unset: 'no host with a private or loopback address',
  },
  PLAIN_CONNECTIONS: {
    group: 'Accounts and security',
    description:
      'Connections to other machines that production may make without TLS, for example in a private network. Connections within this machine are always allowed.',
    unset: 'none',
  },
  VIRUS_SCANNER: {
    group: 'Accounts and security',
    description:
      'ClamAV daemon (clamd) that scans uploaded documents and account pictures. Infected files are refused, and so are all files while the scanner does not answer. Documents can have up to 256 MB: raise StreamMaxLength of clamd accordingly.',
    unset: 'files are not scanned',
  },
  ENFORCE_SIGN: {
    group: 'Accounts and security',
    description:
      'Rejects API calls whose sign header is missing or wrong. The header is a checksum, not a security measure.',
  },
  GEOCODER_URL: {
    group: 'Outside services',
    description:
      'Geocoding service used by the plant address search, compatible with the Nominatim search API. It receives the text when a user presses Search. Leave empty to disable.',
    unset: 'the search finds your own plants and larger cities only',
  },
  WEATHER_URL: {
    group: 'Outside services',
    description:
      'Weather service, compatible with the Open-Meteo forecast API. It receives plant positions rounded to about 10 km. Include the apikey parameter of a paid service in the URL.',
    unset: 'plants show no weather',
  },
  MAP_TILES_URL: {
    group: 'Outside services',
    description:
      "Map tile server. Browsers load tiles from it directly, so it sees each visitor's IP address and which part of a map they view.",
    unset: 'maps show country outlines that ship with Heliograph',
  },
  MAP_ATTRIBUTION: {
    group: 'Outside services',
    description: 'Map attribution text, shown below maps with MAP_TILES_URL. It may end with a link to the terms.',
  },
  LOG_SYSLOG: {
    group: 'Logging',
    description:
      'Syslog collector that receives every log line over TLS (RFC 5425), including the seals of the audit log. Add ?ca=FILE to trust an authority that the system does not know. Without a port, 6514 is used.',
    unset: 'the log goes to standard error only',
  },
  KEEP_POWER_MONTHS: {
    group: 'Retention',
    description:
      'Retention of power, energy-flow and counter samples in months, excluding the current month. Older samples are deleted for good; daily energies are always retained.',
    unset: 'unlimited',
  },
  KEEP_GRID_MONTHS: {
    group: 'Retention',
    description:
      'Retention of voltage, current, frequency, temperature and other samples of the device in months. At most KEEP_POWER_MONTHS.',
    unset: 'the value of KEEP_POWER_MONTHS',
  },
  KEEP_INPUTS_MONTHS: {
    group: 'Retention',
    description: 'Retention of samples of module inputs and strings in months. At most KEEP_POWER_MONTHS.',
    unset: 'the value of KEEP_POWER_MONTHS',
  },
};
