import RosterCore
import RosterJSON

extension Expectation {
  enum Key: String, CaseIterable {
    case sections, sectionModels, counts, state, revision, fingerprint, error
  }

  /// Reads the object that stands for an expectation in the log.
  init(logValue: JSONValue) throws(MalformedEntry) {
    self.init()
    let members = try logValue.decodedObject()
    try decodeMembers(of: members, keys: Key.allCases) { key, value throws(MalformedEntry) in
      switch key {
      case .sections:
        sections = try value.decodedArray { section throws(MalformedEntry) in
          try section.decodedArray { $0 }
        }
      case .sectionModels:
        sectionModels = try value.decodedArray { $0.sectionModel }
      case .counts:
        counts = try value.decodedArray { count throws(MalformedEntry) in try count.decodedInt() }
      case .state: states = try [LoggedState](logValue: value)
      case .revision: revision = try value.decodedInt()
      case .fingerprint: fingerprint = try value.decodedString()
      case .error: error = try ExpectedError(logValue: value)
      }
    }
  }
}

extension ExpectedError {
  enum Key: String, CaseIterable {
    case kind, reason, section, item
  }

  fileprivate init(logValue: JSONValue) throws(MalformedEntry) {
    self.init()
    let members = try logValue.decodedObject()
    try decodeMembers(of: members, keys: Key.allCases) { key, value throws(MalformedEntry) in
      switch key {
      case .kind: kind = try value.decodedCase(what: "kind")
      case .reason: reason = try value.decodedCase(what: "reason")
      case .section: section = try value.decodedInt()
      case .item: item = try value.decodedInt()
      }
    }
  }
}

extension JSONValue {
  fileprivate func decodedCase<Case: RawRepresentable<String> & CaseIterable>(
    what: String
  ) throws(MalformedEntry) -> Case {
    guard let result = Case(rawValue: try decodedString()) else {
      let names = Case.allCases.map(\.rawValue).joined(separator: ", ")
      throw MalformedEntry("expected a \(what): \(names)")
    }
    return result
  }
}
