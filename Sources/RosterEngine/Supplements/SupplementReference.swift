public import RosterCore

/// Which section is meant.
public enum SectionReference: Hashable, Sendable {
  /// The section of this name, wherever it stands; looked for when the modification is applied.
  case id(SectionID)
  /// The section that stands here in the list as it will be after everything pending.
  case index(Int)
}

extension SectionReference: CustomStringConvertible {
  /// The name or the index.
  public var description: String {
    switch self {
    case .id(let id): id.description
    case .index(let index): "section at \(index)"
    }
  }
}

/// Which header or footer is meant.
public struct SupplementReference: Hashable, Sendable {
  /// Which supplement of the section.
  public let kind: SupplementKind
  /// The section.
  public let section: SectionReference

  /// Means a supplement of a section.
  public init(_ kind: SupplementKind, of section: SectionReference) {
    self.kind = kind
    self.section = section
  }

  /// Means a supplement by its name.
  public init(_ id: SupplementID) { self.init(id.kind, of: .id(id.section)) }

  /// The header of a section.
  public static func header(of section: SectionReference) -> Self { Self(.header, of: section) }

  /// The footer of a section.
  public static func footer(of section: SectionReference) -> Self { Self(.footer, of: section) }
}

extension SupplementReference: CustomStringConvertible {
  /// The word and the section.
  public var description: String { "\(kind) of \(section)" }
}

extension SectionReference {
  /// Whether it goes by where the section stands.
  var goesByIndex: Bool { if case .index = self { true } else { false } }

  /// Whether it is there, or is named by identity.
  func mayBe(in shape: ListShape) -> Bool {
    switch self {
    case .id: true
    case .index(let index): index >= 0 && index < shape.sectionCount
    }
  }

  /// The section and where it stands, `nil` if it is not there.
  func resolved(in state: ListState) -> (id: SectionID, index: Int)? {
    switch self {
    case .id(let id): state.index(of: id).map { (id, $0) }
    case .index(let index): state.sectionID(at: index).map { ($0, index) }
    }
  }
}
