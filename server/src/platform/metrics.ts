// Metrics of this process, served by /metrics.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const metrics: Registry = new Registry();
collectDefaultMetrics({ register: metrics });
// Sums of nodejs_active_* whose names say that they are counters.
for (const what of ['handles', 'requests', 'resources']) metrics.removeSingleMetric(`nodejs_active_${what}_total`);

/** `outcome`: stored, repeated, unknown, restricted, foreign, busy, limited, or why the frame is invalid: short, long, start, length, checksum. */
export const deviceFrames: Counter<'outcome'> = new Counter({
  name: 'heliograph_device_frames_total',
  help: 'Frames of devices over HTTP by what became of them',
  labelNames: ['outcome'],
  registers: [metrics],
});

/**
 * `reason`: aboveRated, power above 1.5 times the rated one of its product, whose sample keeps its other values;
 * aboveDaylight, a total of a day that is more than 1.3 times the rated power over its daylight, plus one grace period.
 */
export const rejectedValues: Counter<'quantity' | 'reason'> = new Counter({
  name: 'heliograph_rejected_values_total',
  help: 'Values of samples and days that were taken for none, by what they were of and why',
  labelNames: ['quantity', 'reason'],
  registers: [metrics],
});

export const mqttConnections: Gauge = new Gauge({
  name: 'heliograph_mqtt_connections',
  help: 'Devices that are connected over MQTT, those that wait for a plant included',
  registers: [metrics],
});

/** `why`: left, silent, slow, evicted, malformed, refused, unread, full, takenOver, notAllowed, busy, closing. */
export const mqttEnds: Counter<'why'> = new Counter({
  name: 'heliograph_mqtt_ends_total',
  help: 'Connections over MQTT that the server ended, by why',
  labelNames: ['why'],
  registers: [metrics],
});

/** `what`: connect, connectWaiting, announce, report, state, opendtu, malformed, unexpected, tooMany, unknownTopic, foreignTopic, foreignFilter, or refused with the reason. */
export const mqttMessages: Counter<'what'> = new Counter({
  name: 'heliograph_mqtt_messages_total',
  help: 'What devices said over MQTT',
  labelNames: ['what'],
  registers: [metrics],
});

/** `outcome`: stored, repeated, unknown, or why the row was refused: malformed, serialNumber, future, old, otherPlant, restricted, tooMany, empty, differs. */
export const mqttRows: Counter<'outcome'> = new Counter({
  name: 'heliograph_mqtt_rows_total',
  help: 'Rows of reports over MQTT by what became of them',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const framesWaiting: Gauge = new Gauge({
  name: 'heliograph_device_frames_waiting',
  help: 'Frames that wait for their commit',
  registers: [metrics],
});

export const frameSeconds: Histogram = new Histogram({
  name: 'heliograph_device_frame_seconds',
  help: 'From a frame to its answer, its commit included',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers: [metrics],
});

/** `word`: refusal word of contract/src/errors.ts. */
export const refusedCalls: Counter<'word'> = new Counter({
  name: 'heliograph_refused_calls_total',
  help: 'Calls that were refused, by why',
  labelNames: ['word'],
  registers: [metrics],
});

export const slowRequests: Counter = new Counter({
  name: 'heliograph_slow_requests_total',
  help: 'Connections that were ended because their request did not end in time',
  registers: [metrics],
});

export const clockOffset: Gauge = new Gauge({
  name: 'heliograph_clock_ahead_seconds',
  help: "How far this machine's clock is ahead of the database's, whose time is used",
  registers: [metrics],
});

export const liveStreams: Gauge = new Gauge({
  name: 'heliograph_live_streams',
  help: 'Open live streams',
  registers: [metrics],
});

/** `part`: PartName of platform/partHealth.ts. */
export const partLastSuccess: Gauge<'part'> = new Gauge({
  name: 'heliograph_part_last_success_timestamp_seconds',
  help: 'Unix time of the last success of a part of this server; more than a minute ago: it is stalled',
  labelNames: ['part'],
  registers: [metrics],
});

/** `timed_job`: name in jobs/schedule.ts; Prometheus has a label `job` of its own. */
export const jobFailures: Counter<'timed_job'> = new Counter({
  name: 'heliograph_job_failures_total',
  help: 'Failed runs of timed jobs on this server',
  labelNames: ['timed_job'],
  registers: [metrics],
});

export const mailFailures: Counter = new Counter({
  name: 'heliograph_mail_failures_total',
  help: 'Failed attempts to send an e-mail, without those refused because of the recipient',
  registers: [metrics],
});

/** `kind`: webhook or push. A browser that ended its subscription is not a failure. */
export const messageFailures: Counter<'kind'> = new Counter({
  name: 'heliograph_message_failures_total',
  help: 'Attempts to send a webhook or push notice that its receiver did not accept',
  labelNames: ['kind'],
  registers: [metrics],
});
for (const kind of ['webhook', 'push']) messageFailures.inc({ kind }, 0);

/** `service`: weather (WEATHER_URL), geocoder (GEOCODER_URL) or virusScanner (VIRUS_SCANNER). */
export const serviceFailures: Counter<'service'> = new Counter({
  name: 'heliograph_service_failures_total',
  help: "Requests to the operator's services that got no usable answer",
  labelNames: ['service'],
  registers: [metrics],
});
for (const service of ['weather', 'geocoder', 'virusScanner']) serviceFailures.inc({ service }, 0);

export const damagedBlocks: Counter = new Counter({
  name: 'heliograph_damaged_blocks_total',
  help: 'How often a block of samples was read whose bytes are damaged',
  registers: [metrics],
});

export const sealedBlocks: Counter = new Counter({
  name: 'heliograph_sealed_blocks_total',
  help: 'Blocks into which samples of a device and a day were packed',
  registers: [metrics],
});

/** No line if nobody answered; 0 if browsers do not trust the certificate. */
export const publicCertificateDays: Gauge<'host'> = new Gauge({
  name: 'heliograph_public_certificate_days',
  help: 'Days until the certificate at PUBLIC_URL ends; 0: browsers do not trust it',
  labelNames: ['host'],
  registers: [metrics],
});

/** No line without MQTT_TLS_PORT. */
export const mqttCertificateExpiry: Gauge = new Gauge({
  name: 'heliograph_mqtt_certificate_expiry_timestamp_seconds',
  help: 'Unix time at which the certificate that MQTT_TLS_PORT uses ends',
  registers: [metrics],
});
mqttCertificateExpiry.remove();

/** `timed_job`: name in jobs/schedule.ts. The server on which an exclusive job ran last has the newest time. */
export const jobLastSuccess: Gauge<'timed_job'> = new Gauge({
  name: 'heliograph_job_last_success_timestamp_seconds',
  help: 'Unix time of the last successful run of a timed job on this server',
  labelNames: ['timed_job'],
  registers: [metrics],
});

export const isReady: Gauge = new Gauge({
  name: 'heliograph_ready',
  help: '1 while /readyz answers 200, else 0',
  registers: [metrics],
});

/** `lane`: reads, changes or expensive. */
export const runningCalls: Gauge<'lane'> = new Gauge({
  name: 'heliograph_running_calls',
  help: 'Calls that hold a connection of this server',
  labelNames: ['lane'],
  registers: [metrics],
});

export const waitingCalls: Gauge<'lane'> = new Gauge({
  name: 'heliograph_waiting_calls',
  help: 'Calls that wait for a connection of this server',
  labelNames: ['lane'],
  registers: [metrics],
});

export const freeDiskBytes: Gauge = new Gauge({
  name: 'heliograph_disk_free_bytes',
  help: 'Free bytes on the disk of the database if it is on this machine, else where this server writes temporary files',
  registers: [metrics],
});

export const databaseBytes: Gauge = new Gauge({
  name: 'heliograph_database_size_bytes',
  help: 'Size of the database with its indexes',
  registers: [metrics],
});

export const unsealedBytes: Gauge = new Gauge({
  name: 'heliograph_unsealed_samples_bytes',
  help: 'Size of the samples that are not packed into blocks yet, mostly those of today',
  registers: [metrics],
});

/** No line if no backup was found; `heliograph_backup_readable` is 0 then. */
export const backupTime: Gauge = new Gauge({
  name: 'heliograph_backup_timestamp_seconds',
  help: 'Unix time at which the newest backup in BACKUP_DIR was made',
  registers: [metrics],
});

export const backupReadable: Gauge = new Gauge({
  name: 'heliograph_backup_readable',
  help: '1 if every file of the newest backup in BACKUP_DIR was read and is as it was written, else 0',
  registers: [metrics],
});

/** No line while it does not grow, or for a database on another machine. */
export const diskDaysLeft: Gauge = new Gauge({
  name: 'heliograph_disk_days_left',
  help: 'Days until the disk of the database is full, by its growth in the last month',
  registers: [metrics],
});

export const unclaimedDevices: Gauge = new Gauge({
  name: 'heliograph_unclaimed_devices',
  help: 'Serial numbers that have reported and belong to no plant, without restricted ones',
  registers: [metrics],
});

/** `queue`: mails, webhooks, push, exports, archives or plantJobs. */
export const queueLength: Gauge<'queue'> = new Gauge({
  name: 'heliograph_queue_length',
  help: 'Pending work of all servers',
  labelNames: ['queue'],
  registers: [metrics],
});

export const queueOldest: Gauge<'queue'> = new Gauge({
  name: 'heliograph_queue_oldest_seconds',
  help: 'Age of the oldest pending work; 0: none',
  labelNames: ['queue'],
  registers: [metrics],
});
