package import RosterCore

/// The keys by which a page names its rows: `i7` is item 7, `h3` and `f3` are the header and the footer
/// of section 3. They are strings, because identities may exceed the integers of JavaScript.
extension TreeID {
  /// The key of the row.
  package var key: String {
    switch self {
    case .item(let item): "i\(item.rawValue)"
    case .supplement(let supplement):
      switch supplement.kind {
      case .header: "h\(supplement.section.rawValue)"
      case .footer: "f\(supplement.section.rawValue)"
      }
    }
  }

  /// What the key names, as a word of the protocol.
  var kindName: String {
    switch self {
    case .item: "item"
    case .supplement(let supplement): supplement.kind.description
    }
  }

  /// Reads a key; `nil` if it is not one.
  package init?(key: String) {
    let digits = key.dropFirst()
    guard let number = Int(digits), number > 0, String(number) == digits else { return nil }
    switch key.first {
    case "i": self = .item(ItemID(rawValue: number))
    case "h": self = .supplement(SupplementID(.header, of: SectionID(rawValue: number)))
    case "f": self = .supplement(SupplementID(.footer, of: SectionID(rawValue: number)))
    default: return nil
    }
  }
}
