package import RosterJSON

extension JSONValue {
  /// Returns a value on the way from this one to another.
  ///
  /// Numbers, colours such as `"#2080ff"`, and arrays and objects of the same shape go all the way.
  /// Other values, such as the name of a colour, change in one jump in the middle.
  ///
  /// - Parameters:
  ///   - end: The value at a progress of 1.
  ///   - progress: How far it is; less than 0 or more than 1 where a curve overshoots.
  package func interpolated(to end: JSONValue, at progress: Double) -> JSONValue {
    if progress == 0 { return self }
    if progress == 1 { return end }
    return mixed(with: end, at: progress) ?? (progress < 0.5 ? self : end)
  }

  /// Returns `nil` if there is nothing in between.
  private func mixed(with end: JSONValue, at progress: Double) -> JSONValue? {
    if self == end { return self }
    if let first = numberValue, let last = end.numberValue {
      let mixed = first + (last - first) * progress
      return mixed.isFinite ? .number(mixed) : nil
    }
    switch (self, end) {
    case (.string(let first), .string(let last)):
      return HexColor(first)?.mixed(with: HexColor(last), at: progress).map { .string($0.text) }
    case (.array(let first), .array(let last)) where first.count == last.count:
      let parts = zip(first, last).compactMap { $0.mixed(with: $1, at: progress) }
      return parts.count == first.count ? .array(parts) : nil
    case (.object(let first), .object(let last)) where first.keys == last.keys:
      var mixed = first
      for key in first.keys {
        guard let part = first[key], let other = last[key] else { return nil }
        guard let value = part.mixed(with: other, at: progress) else { return nil }
        mixed[key] = value
      }
      return .object(mixed)
    default: return nil
    }
  }
}

/// A colour as `"#rgb"`, `"#rgba"`, `"#rrggbb"` or `"#rrggbbaa"`.
private struct HexColor {
  /// Red, green, blue and perhaps opacity, from 0 to 255.
  private let channels: [Double]

  init?(_ text: String) {
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.first == "#", digits.count == text.count - 1 else { return nil }
    switch digits.count {
    case 3, 4: channels = digits.map { Double($0 * 17) }
    case 6, 8:
      channels = stride(from: 0, to: digits.count, by: 2).map {
        Double(digits[$0] * 16 + digits[$0 + 1])
      }
    default: return nil
    }
  }

  private init(channels: [Double]) { self.channels = channels }

  /// Without an opacity, a colour is opaque.
  private var withOpacity: [Double] { channels.count == 4 ? channels : channels + [255] }

  func mixed(with end: HexColor?, at progress: Double) -> HexColor? {
    guard let end else { return nil }
    let isOpaque = channels.count == 3 && end.channels.count == 3
    let pairs = isOpaque ? zip(channels, end.channels) : zip(withOpacity, end.withOpacity)
    return HexColor(
      channels: pairs.map { min(max(($0 + ($1 - $0) * progress).rounded(), 0), 255) })
  }

  var text: String {
    channels.reduce(into: "#") { text, channel in
      let digits = String(Int(channel), radix: 16)
      text += digits.count == 1 ? "0" + digits : digits
    }
  }
}
