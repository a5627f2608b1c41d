import RosterCore
import RosterJSON

extension Expectation {
  enum Key: String, CaseIterable {
    case sections, sectionModels, counts, state, revision, fingerprint, error
  }

  /// Reads the object that stands for an expectation in the log.
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    self.init()
    try cursor.members().decode(Key.allCases) { key, member throws(JSONDecodingError) in
      switch key {
      case .sections:
        sections = try member.elements().map { section throws(JSONDecodingError) in
          try section.array()
        }
      case .sectionModels: sectionModels = try member.array().map(\.sectionModel)
      case .counts:
        counts = try member.elements().map { count throws(JSONDecodingError) in try count.int() }
      case .state: states = try [LoggedState](member)
      case .revision: revision = try member.int()
      case .fingerprint: fingerprint = try member.string()
      case .error: error = try ExpectedError(member)
      }
    }
  }
}

extension ExpectedError {
  enum Key: String, CaseIterable {
    case kind, reason, section, item
  }

  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    self.init()
    try cursor.members().decode(Key.allCases) { key, member throws(JSONDecodingError) in
      switch key {
      case .kind: kind = try member.word(for: "kind")
      case .reason: reason = try member.word(for: "reason")
      case .section: section = try member.index()
      case .item: item = try member.index()
      }
    }
  }
}

extension JSONCursor {
  /// Returns the case that a string names.
  fileprivate func word<Case: RawRepresentable<String> & CaseIterable>(
    for noun: String
  ) throws(JSONDecodingError) -> Case {
    guard let result = Case(rawValue: try string()) else {
      let names = Case.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("expected a \(noun): \(names)")
    }
    return result
  }
}
