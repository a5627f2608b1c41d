/// Reads the files that `PNGEncoder` writes, bit by bit, by the text of the standards.
struct PNGReader {
  struct Fault: Error {}

  let width: Int
  let height: Int
  /// Three bytes for each pixel.
  let rgb: [UInt8]

  init(_ file: [UInt8]) throws {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Fault() }
    var (place, chunks) = (8, [(name: String, data: [UInt8])]())
    while place < file.count {
      let length = Self.number(file[place..<place + 4])
      let named = Array(file[place + 4..<place + 8 + length])
      guard Self.checksum(named) == Self.number(file[place + 8 + length..<place + 12 + length])
      else { throw Fault() }
      chunks.append((String(decoding: named.prefix(4), as: UTF8.self), Array(named.dropFirst(4))))
      place += 12 + length
    }
    guard chunks.map(\.name) == ["IHDR", "IDAT", "IEND"] else { throw Fault() }
    width = Self.number(chunks[0].data[0..<4])
    height = Self.number(chunks[0].data[4..<8])
    guard chunks[0].data[8...] == [8, 2, 0, 0, 0] else { throw Fault() }
    let lines = try Self.inflated(chunks[1].data)
    guard lines.count == height * (1 + 3 * width) else { throw Fault() }
    var rgb: [UInt8] = []
    for start in stride(from: 0, to: lines.count, by: 1 + 3 * width) {
      guard lines[start] == 0 else { throw Fault() }
      rgb += lines[start + 1..<start + 1 + 3 * width]
    }
    self.rgb = rgb
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum % 2 == 1 ? 0xEDB8_8320 ^ (sum / 2) : sum / 2 }
    }
    return Int(sum ^ 0xFFFF_FFFF)
  }

  /// Returns what a stream of zlib with one block in the fixed code contains.
  private static func inflated(_ stream: [UInt8]) throws -> [UInt8] {
    let body = stream.dropFirst(2).dropLast(4)
    var bits = body.lazy.flatMap { byte in (0..<8).lazy.map { Int(byte >> $0 & 1) } }
      .makeIterator()
    func value(_ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | (bits.next() ?? 0) << $1 }
    }
    func code(_ count: Int, after start: Int = 0) -> Int {
      (0..<count).reduce(start) { sum, _ in sum << 1 | (bits.next() ?? 0) }
    }
    guard value(1) == 1, value(2) == 1 else { throw Fault() }
    var bytes: [UInt8] = []
    while true {
      var symbol = code(7)
      if symbol < 0b001_1000 {
        symbol += 256
      } else {
        symbol = code(1, after: symbol)
        switch symbol {
        case 0x30...0xBF: symbol -= 0x30
        case 0xC0...0xC7: symbol += 280 - 0xC0
        default: symbol = code(1, after: symbol) - 0x190 + 144
        }
      }
      if symbol == 256 { break }
      if symbol < 256 {
        bytes.append(UInt8(symbol))
        continue
      }
      // Base lengths and extra bits, as the table of the standard has them.
      let bases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131,
        163, 195, 227, 258,
      ]
      let extra = symbol == 285 ? 0 : max(0, (symbol - 261) / 4)
      let length = bases[symbol - 257] + value(extra)
      guard code(5) == 2, bytes.count >= 3 else { throw Fault() }
      for _ in 0..<length { bytes.append(bytes[bytes.count - 3]) }
    }
    let sums = bytes.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    guard number(stream.suffix(4)) == sums.1 << 16 | sums.0 else { throw Fault() }
    return bytes
  }
}
