import RosterPages

/// The head of a request of HTTP, as far as an inspector needs it:
///
///     GET /inspect/main HTTP/1.1 CR LF
///     Host: 127.0.0.1:49152 CR LF
///     CR LF
struct InspectorRequest: Hashable {
  let method: String
  /// What stands in the first line, still encoded.
  let target: String
  /// Header lines by their names in small letters.
  private var headers: [String: [String]] = [:]

  /// More of a head is not read.
  static let byteCountMax = 16_384

  /// Returns where the head of a request ends, which has come so far; `nil` if that has not come.
  ///
  /// - Parameter known: The number of bytes in which the end was not found before.
  static func end(in bytes: [UInt8], behind known: Int = 0) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    // The end may have come in two parts.
    let first = max(0, known - end.count + 1)
    guard bytes.count - first >= end.count else { return nil }
    return (first...bytes.count - end.count).first { index in
      bytes[index] == end[0] && bytes[index..<index + end.count].elementsEqual(end)
    }
  }

  /// Reads a head without its empty line; returns `nil` if it is none, or has a line that two programs may read in two
  /// ways.
  init?(_ head: some Collection<UInt8>) {
    let isPlain = head.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }
    guard isPlain else { return nil }
    var lines: [Substring.UTF8View] = []
    var rest = Substring(decoding: head, as: UTF8.self).utf8
    while let feed = rest.firstIndex(of: 0x0A) {
      guard feed > rest.startIndex, rest[rest.index(before: feed)] == 0x0D else { return nil }
      lines.append(rest[..<rest.index(before: feed)])
      rest = rest[rest.index(after: feed)...]
    }
    lines.append(rest)
    guard lines.allSatisfy({ !$0.contains(0x0D) }) else { return nil }
    let first = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard first.count == 3, first[2].elementsEqual("HTTP/1.1".utf8) else { return nil }
    method = String(Substring(first[0]))
    target = String(Substring(first[1]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = String(Substring(line[..<colon]))
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else { return nil }
      var value = Substring(line[line.index(after: colon)...]).drop(while: Self.isBlank)
      while value.last.map(Self.isBlank) == true { value.removeLast() }
      headers[name.lowercased(), default: []].append(String(value))
    }
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The values of the lines with a name.
  func all(_ name: String) -> [String] { headers[name] ?? [] }

  /// The value of the only line with a name; `nil` if there is none, or several.
  func only(_ name: String) -> String? {
    let values = all(name)
    return values.count == 1 ? values[0] : nil
  }

  /// Who asks.
  var source: RequestSource { RequestSource { all($0.lowercased()) } }

  /// Whether something follows the head.
  var hasBody: Bool { source.hasBody }
}
