#!/usr/bin/env python3
"""Reads stored blocks of samples without the program that wrote them, as block-format.md describes.

  read_block.py POWER [FLOW [GRID [PHASES [INPUTS [STRINGS]]]]]
prints a block as CSV; parts in hexadecimal, '-' for one that is null
"""
import math, struct, sys, zlib

# from the contract: begin
NAMES = {
    1: 'powerW', 2: 'counterWh', 3: 'busVoltageV', 4: 'gridVoltageV', 5: 'gridCurrentA', 6: 'frequencyHz',
    7: 'temperatureC', 8: 'reactivePowerVar', 9: 'powerFactor', 10: 'insulationOhm', 11: 'irradianceWm2',
    12: 'moduleTemperatureC', 13: 'ambientTemperatureC', 14: 'windSpeedMs', 16: 'input1PowerW',
    17: 'input2PowerW', 18: 'input3PowerW', 19: 'input4PowerW', 20: 'counterDayWh', 21: 'counterLifeWh',
    24: 'input1VoltageV', 25: 'input2VoltageV', 26: 'input3VoltageV', 27: 'input4VoltageV', 32: 'input1CurrentA',
    33: 'input2CurrentA', 34: 'input3CurrentA', 35: 'input4CurrentA', 40: 'input1CounterWh',
    41: 'input2CounterWh', 42: 'input3CounterWh', 43: 'input4CounterWh', 48: 'gridPowerW', 49: 'loadPowerW',
    50: 'batteryPowerW', 51: 'generatorPowerW', 52: 'backupPowerW', 53: 'batterySocPercent', 54: 'gridImportWh',
    55: 'gridExportWh', 56: 'loadWh', 57: 'generatorWh', 58: 'backupWh', 59: 'batteryChargeWh',
    60: 'batteryDischargeWh', 64: 'batteryVoltageV', 65: 'batteryCurrentA', 66: 'batteryTemperatureC',
    67: 'batterySohPercent', 68: 'batteryCycles', 80: 'l1PowerW', 81: 'l2PowerW', 82: 'l3PowerW',
    84: 'l1ReactivePowerVar', 85: 'l2ReactivePowerVar', 86: 'l3ReactivePowerVar', 88: 'l1VoltageV',
    89: 'l2VoltageV', 90: 'l3VoltageV', 92: 'l12VoltageV', 93: 'l23VoltageV', 94: 'l31VoltageV', 96: 'l1CurrentA',
    97: 'l2CurrentA', 98: 'l3CurrentA', 100: 'l1PowerFactor', 101: 'l2PowerFactor', 102: 'l3PowerFactor',
    160: 'input5PowerW', 161: 'input6PowerW', 162: 'input7PowerW', 163: 'input8PowerW', 164: 'input9PowerW',
    165: 'input10PowerW', 166: 'input11PowerW', 167: 'input12PowerW', 168: 'input13PowerW', 169: 'input14PowerW',
    170: 'input15PowerW', 171: 'input16PowerW', 172: 'input5VoltageV', 173: 'input6VoltageV',
    174: 'input7VoltageV', 175: 'input8VoltageV', 176: 'input9VoltageV', 177: 'input10VoltageV',
    178: 'input11VoltageV', 179: 'input12VoltageV', 180: 'input13VoltageV', 181: 'input14VoltageV',
    182: 'input15VoltageV', 183: 'input16VoltageV', 184: 'input5CurrentA', 185: 'input6CurrentA',
    186: 'input7CurrentA', 187: 'input8CurrentA', 188: 'input9CurrentA', 189: 'input10CurrentA',
    190: 'input11CurrentA', 191: 'input12CurrentA', 192: 'input13CurrentA', 193: 'input14CurrentA',
    194: 'input15CurrentA', 195: 'input16CurrentA', 196: 'input5CounterWh', 197: 'input6CounterWh',
    198: 'input7CounterWh', 199: 'input8CounterWh', 200: 'input9CounterWh', 201: 'input10CounterWh',
    202: 'input11CounterWh', 203: 'input12CounterWh', 204: 'input13CounterWh', 205: 'input14CounterWh',
    206: 'input15CounterWh', 207: 'input16CounterWh', 208: 'string1CurrentA', 209: 'string2CurrentA',
    210: 'string3CurrentA', 211: 'string4CurrentA', 212: 'string5CurrentA', 213: 'string6CurrentA',
    214: 'string7CurrentA', 215: 'string8CurrentA', 216: 'string9CurrentA', 217: 'string10CurrentA',
    218: 'string11CurrentA', 219: 'string12CurrentA', 220: 'string13CurrentA', 221: 'string14CurrentA',
    222: 'string15CurrentA', 223: 'string16CurrentA', 224: 'string17CurrentA', 225: 'string18CurrentA',
    226: 'string19CurrentA', 227: 'string20CurrentA', 228: 'string21CurrentA', 229: 'string22CurrentA',
    230: 'string23CurrentA', 231: 'string24CurrentA', 232: 'string25CurrentA', 233: 'string26CurrentA',
    234: 'string27CurrentA', 235: 'string28CurrentA', 236: 'string29CurrentA', 237: 'string30CurrentA',
    238: 'string31CurrentA', 239: 'string32CurrentA',
}
# end
DIVIDED = [10.0 ** digits for digits in range(10)] + [256.0, 25.6, 78.53981633974483, 17.32]
MULTIPLIED = [0.2, 0.2308, 9.25]

def need(fine, reason):
    if not fine:
        sys.exit(f'damaged: {reason}')

class Bytes:
    def __init__(self, data):
        self.data, self.at, self.version = data, 0, 1

    def take(self, length):
        need(length <= len(self.data) - self.at, 'bytes end too soon')
        self.at += length
        return self.data[self.at - length:self.at]

    def byte(self):
        return self.take(1)[0]

    def count(self):
        value = place = 0
        while (byte := self.byte()) > 127:
            value, place = value | (byte & 127) << place, place + 7
            need(place < 56, 'a number is too long')
        return value | byte << place

    def signed(self):
        count = self.count()
        return -(count + 1) // 2 if count % 2 else count // 2

class Coded:
    """Whole numbers out of coded bytes, one after the other."""
    def __init__(self, data):
        self.bits = ''.join(f'{byte:08b}' for byte in data + bytes(4))
        self.at, self.code, self.range = 31, int(self.bits[:31], 2), 2 ** 31 - 1
        self.level = self.last = 0
        # By what they are asked, as ('up', size, step): a probability, and how often it was asked.
        self.models = {}

    def fill(self):
        while self.range < 1 << 23:
            self.range <<= 8
            self.code = self.code << 8 | int(self.bits[self.at:self.at + 8].ljust(8, '0'), 2)
            self.at += 8

    def bit(self, *question):
        zero, seen = self.models.get(question, (32768, 0))
        bound, rate = (self.range >> 12) * max(1, zero >> 4), round(65536 / (seen + 2))
        bit = int(self.code >= bound)
        zero += -(zero * rate >> 16) if bit else (65535 - zero) * rate >> 16
        self.code, self.range = (self.code - bound, self.range - bound) if bit else (self.code, bound)
        self.models[question] = zero, min(30, seen + 1)
        self.fill()
        return bit

    def plain(self, bits):
        self.range >>= bits
        value, self.code = divmod(self.code, self.range)
        self.fill()
        return value

    def length(self, size):
        length = size
        if size and self.bit('shorter', size):
            length -= 1
            while length and self.bit('down', size, min(15, size - 1 - length)):
                length -= 1
            return length
        while length < 54 and self.bit('up', size, min(14, length - size)):
            length += 1
        return length

    def number(self):
        rest = length = self.length((self.level >> 3).bit_length())
        magnitude = sign = 0
        if 1 <= length <= 5:
            sign = self.bit('sign', self.last)
            magnitude, rest = 1, length - 1
            for _ in range(min(2, rest)):
                magnitude = 2 * magnitude + self.bit('head', length, magnitude)
                rest -= 1
        while rest:
            bits = min(16, rest)
            rest -= bits
            magnitude = (magnitude << bits) + self.plain(bits)
        if length > 5:
            sign = magnitude >> length - 1
            magnitude |= 1 << length - 1
        self.last = 1 + sign if length else 0
        self.level += min(magnitude, 2 ** 24 - 1) * 16 - self.level >> 2
        return -magnitude if sign else magnitude

def whole(x, half=0.5):
    floor = math.floor(x + half) if math.isfinite(x) else 2 ** 52
    return floor if -2 ** 51 <= floor <= 2 ** 51 else 0

def read_factor(given):
    factor = struct.unpack('<f', given.take(4))[0]
    need(math.isfinite(factor), 'its factor is no number')
    return factor

def read_expression(given, length, refer):
    form, count = divmod(given.byte(), 16)
    need(form < 3, f'form {form} is not known')
    terms = [(given.byte(), read_factor(given)) for _ in range(count)]
    values = [0.0 if terms else 1.0] * length
    for id, factor in terms:
        for i, number in enumerate(refer(id)):
            part = factor * number
            values[i] += part * part if form == 2 else part
    return [values, [abs(x) for x in values], [math.sqrt(abs(x)) for x in values]][form] if terms else values

def read_column(given, length, refer=None, t=None):
    """`refer(id)`: the numbers of a quantity; `t`: seconds since the block's first instant."""
    kind, slow = divmod(given.byte(), 16)
    need(kind < (4 if refer is None else 8 if given.version == 1 else 12), f'kind {kind} cannot be')
    e = read_expression(given, length, refer) if kind > 7 else None
    f = read_expression(given, length, refer) if kind == 9 else None
    p = refer(given.byte()) if 3 < kind < 8 else None
    v = given.byte() if kind == 5 else 0
    v = refer(v) if v else [1] * length
    factor = read_factor(given) if kind in (4, 6, 7) else 0
    x = [given.signed()] * (length if kind == 0 else 1)
    if kind == 0:
        return x
    coded = Coded(given.take(given.count()))
    share = seen = products = squares = 0
    total, keep = x[0] + 0.5, 1 - 1 / 2 ** slow
    parts = [factor * number for number in p] if kind == 4 else e if kind == 8 else [0] * length
    mean = x[0] - parts[0]
    flow = [max(0, watts) for watts in e] if kind > 9 else p
    for i in range(length):
        part = parts[i]
        b = p[i] / v[i] if kind == 5 and v[i] else e[i] / f[i] if kind == 9 and f[i] else 0
        if i > 0:
            if kind in (6, 7, 10, 11):
                watts = flow[i] if kind in (6, 10) else (flow[i] + flow[i - 1]) / 2
                total += (factor * watts if kind < 8 else watts) * (t[i] - t[i - 1])
            floor = math.floor(total)
            expected = (0, whole(x[-1], 0), whole(2 * x[-1] - x[max(0, i - 2)]), whole(mean), whole(mean + part),
                        whole(share * b), whole(total, 0), whole(total, 0), whole(mean + part),
                        whole(products / squares * b) if squares else 0, whole(total, 0), whole(total, 0))[kind]
            x.append(coded.number() + expected)
            mean += (x[i] - part - mean) / 2 ** slow
            if x[i] != floor:
                total = x[i] if x[i] > floor else x[i] + 0.999
        products, squares = products * keep + x[i] * b, squares * keep + b * b
        if b > 0 and x[i] > 0:
            seen = min(seen + 1, 2 ** slow)
            share += (x[i] / b - share) / seen
    return x

def read_quantity(part, at_ms, held):
    """One quantity behind its id: its values (None: missing), and its numbers at every sample (None: with scale 255)."""
    scale, flags, samples = part.byte(), part.byte(), len(at_ms)
    need(flags < 4 and scale in (*range(17), 255), f'flags {flags} or scale {scale} are not known')
    present = list(range(samples))
    if flags & 1:
        present, at = [], 0
        for run in range(part.count()):
            length = part.count()
            need(length <= samples - at, 'more places than samples')
            present += range(at, at + length) if run % 2 else []
            at += length
    stride = part.count() if flags & 2 else 1
    need(present and stride, 'no values, or a stride of 0')

    def refer(id):
        need(held.get(id), f'quantity {id} is referred to and not there')
        return [held[id][i] for i in present]

    if scale == 255:
        words, full = zip(*(read_column(part, len(present)) for _ in range(2))), None
        given = [struct.unpack('>d', struct.pack('>II', *pair))[0] for pair in words]
    else:
        t = [(at_ms[i] - at_ms[0]) / 1000 for i in present]
        numbers = [stride * number for number in read_column(part, len(present), refer, t)]
        given = [x / DIVIDED[scale] if scale < 14 else x * MULTIPLIED[scale - 14] for x in numbers]
        known, full = dict(zip(present, numbers)), []
        for i in range(samples):
            full.append(known.get(i, full[-1] if full else 0))
    there = dict(zip(present, given))
    return [there.get(i) for i in range(samples)], full

def read_block(*parts):
    """Columns by name out of the parts power, flow, grid, phases, inputs, strings; all but the first may be None."""
    opened = [Bytes(part) for part in parts if part is not None]
    for part in opened:
        part.version = part.byte()
        need(part.version in (1, 2), 'its version is not known')
        need(int.from_bytes(part.take(4), 'little') == zlib.crc32(part.data[5:]), 'its checksum is wrong')
    power = opened[0]
    samples, unit, at = power.count(), power.byte(), [power.signed()]
    need(1 <= samples <= 1_000_000 and unit < 2, 'no samples, too many, or an unknown unit of time')
    for step in read_column(power, samples - 1) if samples > 1 else []:
        need(step > 0, 'its instants are not in order')
        at.append(at[-1] + step)
    columns = {'atMs': [instant * (1 if unit else 1000) for instant in at]}
    for name, least, most in ('statusBits', -2 ** 31, 2 ** 31), ('mode', -2 ** 15, 2 ** 15), ('imported', 0, 256):
        columns[name] = read_column(power, samples)
        need(least <= min(columns[name]) and max(columns[name]) < most, f'{name} is too large for its column')
    held = {}
    for part in opened:
        while part.at < len(part.data):
            id = part.byte()
            need(id not in held and samples * len(held) < 32_000_000, f'quantity {id} is there twice or one too many')
            columns[NAMES.get(id, f'quantity{id}')], held[id] = read_quantity(part, columns['atMs'], held)
    return columns

if __name__ == '__main__':
    columns = read_block(*(None if part == '-' else bytes.fromhex(part) for part in sys.argv[1:]))
    print(*columns, sep=',')
    for row in zip(*columns.values()):
        print(*('' if cell is None else repr(cell) for cell in row), sep=',')
