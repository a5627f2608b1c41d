import RosterCore
import RosterJSON
import RosterPages

extension ValueShortening {
  /// For the rows of a list.
  static let row = ValueShortening(
    textByteCountMax: 240, countMax: 24, depthMax: 4, valueCountMax: 96, byteCountMax: 1_200)
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
  ///
  /// A text that is not JSON, as applications with a codec of their own may store, is shown as a
  /// text, and bytes as their number and beginning.
  func callAsFunction(_ stored: StoredValue) -> (value: JSONValue, isCut: Bool) {
    switch stored {
    case .null: return (.null, false)
    case .blob(let bytes):
      let digits = bytes.prefix(32).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      let text = "\(bytes.count) bytes: \(digits)" + (bytes.count > 32 ? "…" : "")
      return (.string(text), bytes.count > 32)
    case .text(let text):
      // To read a text of megabytes for its beginning takes too long.
      guard text.utf8.count <= 1 << 22, let value = try? JSONParser().parse(text) else {
        return self(.string(text))
      }
      return self(value)
    }
  }
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
