// Reads complete MQTT packets from a connection's bytes and checks their length before they are buffered or parsed.
import mqtt, { type Packet } from 'mqtt-packet';

// The cache would allocate 13 MB for the 65,536 numbers with the first packet.
mqtt.writeToStream.cacheNumbers = false;

/** Before a CONNECT is accepted the client is not authenticated. */
const MAX_CONNECT_BYTES = 16 * 1024;
/** Length after the fixed header, including topic and properties (docs/devices/protocol.md). */
export const MAX_PACKET_BYTES = 256 * 1024;

/** A protocol error of the client; `code` is MQTT 5's reason code. */
export class PacketError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const MALFORMED = 0x81;
const TOO_LARGE = 0x95;

const CONNECT = 1;

/** Protocol level 4 (MQTT 3.1.1) or 5, known from CONNECT on. */
export type Version = 4 | 5;

export interface PacketReader {
  /** Bytes of an incomplete packet. */
  bufferedBytes(): number;
  add(bytes: Buffer): void;
  /** Returns the next complete packet; undefined: it needs more bytes. Throws `PacketError`, after which the reader is unusable. */
  next(): Packet | undefined;
  version(): Version;
}

export function createPacketReader(): PacketReader {
  let chunks: Buffer[] = [];
  let length = 0;
  let version: Version | undefined;

  /** Reads a byte across chunks; a fixed header has five bytes at most. */
  const byteAt = (index: number): number => {
    let at = index;
    for (const chunk of chunks) {
      if (at < chunk.length) return chunk[at]!;
      at -= chunk.length;
    }
    return 0;
  };

  /** Length including the fixed header; undefined while the length field is incomplete. */
  const packetLength = (): number | undefined => {
    let rest = 0;
    for (let index = 1; index <= 4; index++) {
      if (index >= length) return undefined;
      const byte = byteAt(index);
      rest += (byte & 0x7f) * 128 ** (index - 1);
      if (byte < 0x80) {
        const maxBytes = version === undefined ? MAX_CONNECT_BYTES : MAX_PACKET_BYTES;
        if (rest > maxBytes) throw new PacketError(TOO_LARGE, 'packet too large');
        return rest + index + 1;
      }
    }
    throw new PacketError(MALFORMED, 'malformed length');
  };

  const takeBytes = (count: number): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const rest = all.subarray(count);
    chunks = rest.length > 0 ? [rest] : [];
    length = rest.length;
    return all.subarray(0, count);
  };

  return {
    bufferedBytes: () => length,
    version: () => version ?? 4,
    add(bytes) {
      chunks.push(bytes);
      length += bytes.length;
    },
    next() {
      if (length < 2) return undefined;
      // The packet type is checked before waiting for the rest of the packet.
      const isConnect = byteAt(0) >> 4 === CONNECT;
      if (isConnect !== (version === undefined)) throw new PacketError(0x82, 'CONNECT comes first, and once');
      const byteCount = packetLength();
      if (byteCount === undefined || length < byteCount) return undefined;
      const packet = parse(takeBytes(byteCount), version);
      if (packet.cmd === 'connect') version = packet.protocolVersion === 5 ? 5 : 4;
      return packet;
    },
  };
}

/** Between complete packets a parser has no state but its version, so all connections of a version share one. */
const parsers = { 4: mqtt.parser({ protocolVersion: 4 }), 5: mqtt.parser({ protocolVersion: 5 }) };
let parsed: Packet | undefined;
let failed: unknown;

function attach(parser: ReturnType<typeof mqtt.parser>): ReturnType<typeof mqtt.parser> {
  parser.on('packet', (packet) => {
    parsed = packet;
  });
  parser.on('error', (error) => {
    failed = error;
  });
  return parser;
}
attach(parsers[4]);
attach(parsers[5]);

function parse(bytes: Buffer, version: Version | undefined): Packet {
  parsed = undefined;
  failed = undefined;
  // A CONNECT contains its version, and the parser switches to it.
  const parser = version === undefined ? attach(mqtt.parser({})) : parsers[version];
  try {
    parser.parse(bytes);
  } catch (error) {
    failed = error;
  }
  if (failed !== undefined || !parsed) {
    if (version !== undefined) parsers[version] = attach(mqtt.parser({ protocolVersion: version }));
    throw new PacketError(MALFORMED, failed instanceof Error ? failed.message : 'malformed packet');
  }
  return parsed;
}

export function encodePacket(packet: Packet, version: Version): Buffer {
  return mqtt.generate(packet, { protocolVersion: version });
}
