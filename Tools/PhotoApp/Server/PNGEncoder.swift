/// Writes pictures as PNG: eight bits a channel, without an alpha channel.
///
/// The compression knows one thing, which generated pictures have much of: bytes that are what they were
/// three bytes before. Everything else is written as it is, in the fixed code of deflate (RFC 1951).
enum PNGEncoder {
  /// Returns the bytes of a file.
  ///
  /// - Parameter rgb: Three bytes for each pixel, row by row.
  static func png(width: Int, height: Int, rgb: [UInt8]) -> [UInt8] {
    precondition(rgb.count == 3 * width * height, "three bytes are a pixel")
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits, colours without alpha, and no interlacing.
    append("IHDR", bytes(of: width) + bytes(of: height) + [8, 2, 0, 0, 0], to: &file)
    var lines: [UInt8] = []
    lines.reserveCapacity(height * (3 * width + 1))
    for row in 0..<height {
      // Each line begins with its filter; 0 is none.
      lines.append(0)
      lines += rgb[(3 * width * row)..<(3 * width * (row + 1))]
    }
    append("IDAT", compressed(lines), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(name.utf8) + data
    file += bytes(of: data.count) + chunk
    file += bytes(of: Int(checksum(of: chunk)))
  }

  /// Returns the four bytes of a number, the highest first.
  private static func bytes(of number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  // MARK: Compression

  /// Returns bytes in the format of zlib (RFC 1950).
  private static func compressed(_ data: [UInt8]) -> [UInt8] {
    var writer = BitWriter(bytes: [0x78, 0x01])
    // One block, the last one, with the fixed code.
    writer.write(0b1, count: 1)
    writer.write(0b01, count: 2)
    var place = 0
    while place < data.count {
      let run = repetition(in: data, at: place)
      if run >= 3 {
        writer.writeCopy(length: run)
        place += run
      } else {
        writer.writeLiteral(Int(data[place]))
        place += 1
      }
    }
    writer.writeLiteral(BitWriter.end)
    return writer.finished() + bytes(of: Int(adler(of: data)))
  }

  /// Returns how many bytes from a place on are those three bytes before; at most as many as a copy has.
  private static func repetition(in data: [UInt8], at place: Int) -> Int {
    guard place >= 3 else { return 0 }
    var end = place
    let limit = min(data.count, place + 258)
    while end < limit, data[end] == data[end - 3] { end += 1 }
    return end - place
  }

  private static func adler(of data: [UInt8]) -> UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func checksum(of data: [UInt8]) -> UInt32 {
    ~data.reduce(~0) { sum, byte in sums[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
  }

  /// The checksum of each byte (CRC-32).
  private static let sums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}

/// Writes the fixed code of deflate, bit by bit.
private struct BitWriter {
  private(set) var bytes: [UInt8]
  private var bits = 0
  private var count = 0

  /// The symbol behind the last byte.
  static let end = 256

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Writes a number, its lowest bit first.
  mutating func write(_ value: Int, count: Int) {
    bits |= value << self.count
    self.count += count
    while self.count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      self.count -= 8
    }
  }

  /// Writes a code, its highest bit first.
  private mutating func writeCode(_ code: Int, count: Int) {
    for place in (0..<count).reversed() { write(code >> place & 1, count: 1) }
  }

  /// Writes a byte, the end, or the length of a copy, as a symbol.
  mutating func writeLiteral(_ symbol: Int) {
    switch symbol {
    case 0...143: writeCode(0x30 + symbol, count: 8)
    case 144...255: writeCode(0x190 + symbol - 144, count: 9)
    case 256...279: writeCode(symbol - 256, count: 7)
    default: writeCode(0xC0 + symbol - 280, count: 8)
    }
  }

  /// Writes that so many bytes are those three bytes before; 3 to 258.
  mutating func writeCopy(length: Int) {
    if length == 258 {
      writeLiteral(285)
    } else {
      // Symbols stand for one length each at first, then for 2, 4, 8, 16 and 32.
      let extra = max(0, Int.bitWidth - (length - 3).leadingZeroBitCount - 3)
      let symbol = 257 + 4 * extra + ((length - 3) >> extra)
      writeLiteral(symbol)
      write((length - 3) & ((1 << extra) - 1), count: extra)
    }
    // The third distance is 3.
    writeCode(2, count: 5)
  }

  /// Returns all bytes; the last one is filled with zeros.
  consuming func finished() -> [UInt8] {
    if count > 0 { write(0, count: 8 - count) }
    return bytes
  }
}
