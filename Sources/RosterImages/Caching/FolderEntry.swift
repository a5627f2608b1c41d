internal import RosterJSON

/// The bytes of an address as they stand in a file:
///
///     R O S T I M G 1     8 bytes   what the file is
///     time               8 bytes   when it was written, in seconds since 1970
///     address length     4 bytes
///     picture length     8 bytes
///     checksum           8 bytes   FNV-1a, 64 bit, of everything else
///     address, picture
///
/// Numbers are written with their lowest byte first.
struct FolderEntry: Equatable {
  let address: String
  let time: Int64
  let bytes: [UInt8]

  static let mark = Array("ROSTIMG1".utf8)
  static let headerLength = 36

  init(address: String, time: Int64, bytes: [UInt8]) {
    (self.address, self.time, self.bytes) = (address, time, bytes)
  }

  /// Reads a file; `nil` if it is none of these, cut short, or damaged.
  init?(file: [UInt8]) {
    guard file.count >= Self.headerLength, file.starts(with: Self.mark) else { return nil }
    func number(at offset: Int, _ count: Int) -> UInt64 {
      file[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let rest = file.count - Self.headerLength
    let addressLength = Int(number(at: 16, 4))
    guard addressLength <= rest, number(at: 20, 8) == UInt64(rest - addressLength) else {
      return nil
    }
    let body = file[Self.headerLength...]
    let start = Self.headerLength + addressLength
    guard number(at: 28, 8) == Self.checksum(header: file[..<28], body: body),
      let address = String(validUTF8: file[Self.headerLength..<start])
    else { return nil }
    self.address = address
    time = Int64(bitPattern: number(at: 8, 8))
    bytes = Array(file[start...])
  }

  /// The bytes of the file.
  var file: [UInt8] {
    let body = Array(address.utf8) + bytes
    var file = Self.mark
    file.reserveCapacity(Self.headerLength + body.count)
    func append(_ number: UInt64, _ count: Int) {
      for place in 0..<count { file.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    append(UInt64(bitPattern: time), 8)
    append(UInt64(address.utf8.count), 4)
    append(UInt64(bytes.count), 8)
    append(Self.checksum(header: file[...], body: body[...]), 8)
    return file + body
  }

  /// The name of the file of an address: two hashes of it, as hexadecimal digits.
  static func name(of address: String) -> String {
    let bytes = Array(address.utf8)
    var second = FNV1a(after: 0x9e37_79b9_7f4a_7c15)
    second.add(bytes.reversed())
    return FNV1a(of: bytes).hex + second.hex + suffix
  }

  /// Whether a file may have been written by a folder of pictures.
  static func isName(_ name: String) -> Bool {
    guard name.hasSuffix(suffix) else { return false }
    let digits = name.dropLast(suffix.count)
    return digits.utf8.count == 32 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  private static let suffix = ".image"

  private static func checksum(header: ArraySlice<UInt8>, body: ArraySlice<UInt8>) -> UInt64 {
    var checksum = FNV1a(of: header)
    checksum.add(body)
    return checksum.value
  }
}
