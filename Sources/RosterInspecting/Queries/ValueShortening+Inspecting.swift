import RosterCore
import RosterJSON
import RosterPages

extension ValueShortening {
  /// For the rows of a list.
  static let row = ValueShortening(
    textByteCountMax: 240, countMax: 64, depthMax: 4, valueCountMax: 96, byteCountMax: 1_200)
  /// For one field of a model.
  static let field = ValueShortening(
    textByteCountMax: 200, countMax: 12, depthMax: 3, valueCountMax: 48, byteCountMax: 600)
  /// For the one model that a person looks at.
  static let detail = ValueShortening(
    textByteCountMax: 16_384, countMax: 256, depthMax: 16, valueCountMax: 4_096,
    byteCountMax: 65_536)

  /// Makes limits whose gaps are marked.
  private init(
    textByteCountMax: Int, countMax: Int, depthMax: Int, valueCountMax: Int, byteCountMax: Int
  ) {
    self.init(textByteCountMax: textByteCountMax, countMax: countMax, depthMax: depthMax)
    self.valueCountMax = valueCountMax
    self.byteCountMax = byteCountMax
    marksGaps = true
  }

  /// Returns a stored value as JSON, shortened if necessary.
  func callAsFunction(_ stored: StoredValue) -> (value: JSONValue, isCut: Bool) {
    if case .blob(let bytes) = stored {
      return (stored.readable, bytes.count > StoredValue.shownByteCount)
    }
    return self(stored.readable)
  }
}

extension StoredValue {
  /// How many bytes are shown of a value that is no text.
  fileprivate static let shownByteCount = 32

  /// The value as JSON. A text that is not JSON, as applications with a codec of their own may store, is
  /// a text, and bytes are their number and beginning.
  var readable: JSONValue {
    switch self {
    case .null: return .null
    case .blob(let bytes):
      let digits = bytes.prefix(Self.shownByteCount).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      return .string(
        "\(bytes.count) bytes: \(digits)" + (bytes.count > Self.shownByteCount ? "…" : ""))
    case .text(let text):
      // To read a text of megabytes for its beginning takes too long.
      guard text.utf8.count <= 1 << 22, let value = try? JSONParser().parse(text) else {
        return .string(text)
      }
      return value
    }
  }

  var isBytes: Bool { if case .blob = self { true } else { false } }
}

extension JSONObject {
  /// Sets a member to a stored value, and notes beside it if it was shortened.
  mutating func set(_ key: String, _ stored: StoredValue?, _ shortening: ValueShortening) {
    guard let stored else { return }
    let (value, isCut) = shortening(stored)
    self[key] = value
    if isCut { self["\(key)Cut"] = true }
  }
}
