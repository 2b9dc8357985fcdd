// Whole MQTT packets of a connection's bytes: their length is looked at before anything of them is kept or parsed.
import mqtt, { type Packet } from 'mqtt-packet';

// It would keep each of 65,536 numbers as bytes, 13 MB of them, from the first packet on.
mqtt.writeToStream.cacheNumbers = false;

/** Before a CONNECT was accepted nobody is known who could send more. */
const LONGEST_BEFORE_CONNECT = 16 * 1024;
/** Of a packet after its fixed header: what report.md allows, topic and properties included. */
export const LONGEST_PACKET = 256 * 1024;

/** What its sender did wrong; `code` is MQTT 5's reason. */
export class PacketFault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const MALFORMED = 0x81;
const TOO_LARGE = 0x95;

const CONNECT = 1;

/** Version 4 (3.1.1) or 5; what a connection speaks is known from its CONNECT on. */
export type Version = 4 | 5;

export interface PacketReader {
  /** Bytes of a packet that is not whole yet. */
  held(): number;
  add(bytes: Buffer): void;
  /** The next whole packet; undefined: it needs more bytes. Throws `PacketFault`, after which nothing more is read. */
  next(): Packet | undefined;
  version(): Version;
}

export function packetReader(): PacketReader {
  let chunks: Buffer[] = [];
  let length = 0;
  let version: Version | undefined;

  /** The first bytes, however they are spread over chunks: a fixed header has five at most. */
  const byteAt = (index: number): number => {
    let at = index;
    for (const chunk of chunks) {
      if (at < chunk.length) return chunk[at]!;
      at -= chunk.length;
    }
    return 0;
  };

  /** Of header and rest; undefined while the length itself is not whole. */
  const wholeLength = (): number | undefined => {
    let rest = 0;
    for (let index = 1; index <= 4; index++) {
      if (index >= length) return undefined;
      const byte = byteAt(index);
      rest += (byte & 0x7f) * 128 ** (index - 1);
      if (byte < 0x80) {
        const longest = version === undefined ? LONGEST_BEFORE_CONNECT : LONGEST_PACKET;
        if (rest > longest) throw new PacketFault(TOO_LARGE, 'packet too large');
        return rest + index + 1;
      }
    }
    throw new PacketFault(MALFORMED, 'malformed length');
  };

  const takeBytes = (count: number): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const rest = all.subarray(count);
    chunks = rest.length > 0 ? [rest] : [];
    length = rest.length;
    return all.subarray(0, count);
  };

  return {
    held: () => length,
    version: () => version ?? 4,
    add(bytes) {
      chunks.push(bytes);
      length += bytes.length;
    },
    next() {
      if (length < 2) return undefined;
      // A stranger's first bytes are looked at before his length is waited for.
      const isConnect = byteAt(0) >> 4 === CONNECT;
      if (isConnect !== (version === undefined)) throw new PacketFault(0x82, 'CONNECT comes first, and once');
      const whole = wholeLength();
      if (whole === undefined || length < whole) return undefined;
      const packet = parse(takeBytes(whole), version);
      if (packet.cmd === 'connect') version = packet.protocolVersion === 5 ? 5 : 4;
      return packet;
    },
  };
}

/** The library's parsers keep the version they parse and nothing else between whole packets: one for all connections of it. */
const parsers = { 4: mqtt.parser({ protocolVersion: 4 }), 5: mqtt.parser({ protocolVersion: 5 }) };
let parsed: Packet | undefined;
let failed: unknown;

function listening(parser: ReturnType<typeof mqtt.parser>): ReturnType<typeof mqtt.parser> {
  parser.on('packet', (packet) => {
    parsed = packet;
  });
  parser.on('error', (error) => {
    failed = error;
  });
  return parser;
}
listening(parsers[4]);
listening(parsers[5]);

function parse(bytes: Buffer, version: Version | undefined): Packet {
  parsed = undefined;
  failed = undefined;
  // A CONNECT says its version itself, and moves its parser to it.
  const parser = version === undefined ? listening(mqtt.parser({})) : parsers[version];
  try {
    parser.parse(bytes);
  } catch (error) {
    failed = error;
  }
  if (failed !== undefined || !parsed) {
    if (version !== undefined) parsers[version] = listening(mqtt.parser({ protocolVersion: version }));
    throw new PacketFault(MALFORMED, failed instanceof Error ? failed.message : 'malformed packet');
  }
  return parsed;
}

export function bytesOf(packet: Packet, version: Version): Buffer {
  return mqtt.generate(packet, { protocolVersion: version });
}
