extension ColorProfile {
  /// Reads a profile of the International Color Consortium: one of version 2 or 4 with curves and a
  /// matrix, or for gray with a curve. `nil` for others, and for a damaged one.
  init?(icc bytes: ArraySlice<UInt8>) {
    let file = FileBytes(bytes)
    guard let count = file.number(at: 0, 4), count >= 132, let whole = file.part(at: 0, count),
      let version = file.number(at: 8, 1), version <= 4,
      let tags = Self.tags(of: FileBytes(whole))
    else { return nil }
    func curve(_ name: String) -> ToneCurve? { tags[name].flatMap(ToneCurve.init(icc:)) }
    func light(_ name: String) -> SIMD3<Double>? { tags[name].flatMap(Self.xyz) }
    switch (Self.name(in: file, at: 16), Self.name(in: file, at: 20)) {
    case ("GRAY", "XYZ "):
      guard let curve = curve("kTRC") else { return nil }
      self.init(curves: [curve, curve, curve], matrix: Self.sRGBMatrix, isGray: true)
    case ("RGB ", _):
      guard let red = light("rXYZ"), let green = light("gXYZ"), let blue = light("bXYZ"),
        let redCurve = curve("rTRC"), let greenCurve = curve("gTRC"),
        let blueCurve = curve("bTRC")
      else { return nil }
      self.init(
        curves: [redCurve, greenCurve, blueCurve], matrix: ColorMatrix(red, green, blue))
    default: return nil
    }
  }

  private static func name(in file: FileBytes, at offset: Int) -> String? {
    file.part(at: offset, 4).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func tags(of file: FileBytes) -> [String: FileBytes]? {
    guard name(in: file, at: 36) == "acsp", let count = file.number(at: 128, 4) else { return nil }
    var tags: [String: FileBytes] = [:]
    // Profiles have some tens of tags.
    for entry in stride(from: 132, to: 132 + 12 * min(count, 1_000), by: 12) {
      guard let name = name(in: file, at: entry), let offset = file.number(at: entry + 4, 4),
        let length = file.number(at: entry + 8, 4), let content = file.part(at: offset, length)
      else { return nil }
      tags[name] = FileBytes(content)
    }
    return tags
  }

  private static func xyz(_ tag: FileBytes) -> SIMD3<Double>? {
    guard name(in: tag, at: 0) == "XYZ ", let x = tag.fixed(at: 8), let y = tag.fixed(at: 12),
      let z = tag.fixed(at: 16)
    else { return nil }
    return [x, y, z]
  }
}

extension ToneCurve {
  /// Reads a curve of a profile, from the name of its kind on.
  init?(icc tag: FileBytes) {
    guard let name = tag.part(at: 0, 4) else { return nil }
    let curve =
      name.elementsEqual("curv".utf8)
      ? Self.sampled(tag) : name.elementsEqual("para".utf8) ? Self.parametric(tag) : nil
    guard let curve else { return nil }
    self = curve
  }

  private static func sampled(_ tag: FileBytes) -> ToneCurve? {
    guard let count = tag.number(at: 8, 4) else { return nil }
    switch count {
    case 0: return .linear
    case 1: return tag.number(at: 12, 2).map { .formula(exponent: Double($0) / 256) }
    default:
      guard let values = tag.part(at: 12, 2 * count).map({ FileBytes($0) }) else { return nil }
      return .table(
        (0..<count).compactMap { values.number(at: 2 * $0, 2) }.map { Double($0) / 65_535 })
    }
  }

  private static func parametric(_ tag: FileBytes) -> ToneCurve? {
    guard let kind = tag.number(at: 8, 2), let count = [0: 1, 1: 3, 2: 4, 3: 5, 4: 7][kind] else {
      return nil
    }
    let numbers = (0..<count).compactMap { tag.fixed(at: 12 + 4 * $0) }
    guard numbers.count == count else { return nil }
    let exponent = numbers[0]
    if kind == 0 { return .formula(exponent: exponent) }
    let (scale, offset) = (numbers[1], numbers[2])
    guard scale != 0 else { return nil }
    switch kind {
    case 1: return .formula(exponent: exponent, scale: scale, offset: offset, bend: -offset / scale)
    case 2:
      return .formula(
        exponent: exponent, scale: scale, offset: offset, bend: -offset / scale, lift: numbers[3],
        base: numbers[3])
    case 3:
      return .formula(
        exponent: exponent, scale: scale, offset: offset, slope: numbers[3], bend: numbers[4])
    default:
      return .formula(
        exponent: exponent, scale: scale, offset: offset, slope: numbers[3], bend: numbers[4],
        lift: numbers[5], base: numbers[6])
    }
  }
}
